import * as contract from '@inkstone/contract/messages.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Db, type Engine, reads, streams, writes } from '../../database.ts'
import { paginated } from '../../platform/core/page.ts'
import { badQuery } from '../../platform/core/problem.ts'
import { preferredLanguage } from '../../platform/http/language.ts'
import { messagesOf, readAll, readOne, unreadOf } from './messages.actions.ts'
import { showMessage } from './messages.view.ts'
import { isUnsubscribed, type StopMailComments, subscriptionOf, unsubscribe } from './unsubscribe.actions.ts'
import {
  alreadyUnsubscribedPage,
  invalidLinkPage,
  type Subscription,
  unsubscribedPage,
  unsubscribePage,
} from './unsubscribe.rules.ts'

export interface UnsubscribeOptions {
  readonly linkKey: Buffer
  readonly stopMailComments: StopMailComments
}

export const messageRoutes = ({ linkKey }: UnsubscribeOptions) => [
  reads(contract.listMessages, async (db, { actor, query, zone }) =>
    paginated(
      await messagesOf(db, actor, query.unread === 1, query),
      query,
      showMessage(zone, actor.language),
    ),
  ),
  reads(contract.countUnread, async (db, { actor }) => ({ unread_count: await unreadOf(db, actor) })),
  writes(contract.readMessage, async (tx, { actor, params }) => readOne(tx, actor, params.id)),
  writes(contract.readAllMessages, async (tx, { actor }) => ({ success_count: await readAll(tx, actor) })),
  streams(contract.unsubscribe, async (engine, { actor, query, header }, { reply }) => {
    const { language } = actor
    const subscription = await subscriptionIn(engine.db, linkKey, query, header('accept'))
    if (!subscription) return answerPage(reply.status(400), invalidLinkPage(language))
    const isDone = await isUnsubscribed(engine.db, subscription)
    return answerPage(reply, isDone ? alreadyUnsubscribedPage(language) : unsubscribePage(language))
  }),
]

/**
 * The POST of the button on the page, and the one-click POST of e-mail clients (RFC 8058): a form, which no other
 * endpoint accepts.
 */
export function mountUnsubscribe(
  app: FastifyInstance,
  engine: Engine,
  { linkKey, stopMailComments }: UnsubscribeOptions,
): void {
  app.register(async (scope) => {
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'buffer', bodyLimit: 10_000 },
      (_request, _body, done) => done(null, undefined),
    )
    // The token in the URL is not that of a session.
    const config = { endpoint: contract.unsubscribe }
    scope.post<{ Querystring: TokenQuery }>('/api/unsubscribe', { config }, async (request, reply) => {
      const { accept, 'accept-language': languages } = request.headers
      const language = preferredLanguage(languages)
      const subscription = await subscriptionIn(engine.db, linkKey, request.query, accept)
      if (!subscription) return answerPage(reply.status(400), invalidLinkPage(language))
      const isNew = await unsubscribe(engine, stopMailComments, subscription)
      return answerPage(reply, isNew ? unsubscribedPage(language) : alreadyUnsubscribedPage(language))
    })
  })
}

interface TokenQuery {
  readonly token?: unknown
  /** Its name in links of earlier e-mails. */
  readonly key?: unknown
}

/** The content of the link. If it is invalid, callers who accept HTML get a page (undefined), others the problem. */
async function subscriptionIn(
  db: Db,
  linkKey: Buffer,
  { token, key }: TokenQuery,
  accepted = '',
): Promise<Subscription | undefined> {
  const sealed = token ?? key
  const found = typeof sealed === 'string' ? await subscriptionOf(db, linkKey, sealed) : undefined
  if (!found && !/\btext\/html\b/i.test(accepted))
    throw badQuery('token', sealed === undefined ? 'required' : 'malformed')
  return found
}

function answerPage(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('content-security-policy', "default-src 'none'; form-action 'self'; frame-ancestors 'none'")
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(page)
}
