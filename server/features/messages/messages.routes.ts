import * as contract from '@inkstone/contract/messages.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Engine, reads, streams, writes } from '../../database.ts'
import { preferredLanguage } from '../../platform/http/language.ts'
import { paginated } from '../../platform/page.ts'
import { badQuery, type Language } from '../../platform/problem.ts'
import { messagesOf, readAll, readOne, unreadOf } from './messages.actions.ts'
import { showMessage } from './messages.view.ts'
import { unsubscribe } from './unsubscribe.actions.ts'
import { unsubscribePage } from './unsubscribe.rules.ts'

export const messageRoutes = (linkKey: Buffer) => [
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
  streams(contract.unsubscribe, async (engine, { actor, query }, { reply }) => {
    if (!(await unsubscribe(engine, linkKey, query.key))) throw badQuery('key', 'malformed')
    return answerPage(reply, actor.language)
  }),
]

/** The bare POST that mail programs send for their own button (RFC 8058): a form, which nothing else here takes. */
export function mountOneClickUnsubscribe(app: FastifyInstance, engine: Engine, linkKey: Buffer): void {
  app.register(async (scope) => {
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'buffer', bodyLimit: 10_000 },
      (_request, _body, done) => done(null, undefined),
    )
    scope.post('/api/unsubscribe', async (request, reply) => {
      const { key } = request.query as { key?: unknown }
      if (typeof key !== 'string' || !(await unsubscribe(engine, linkKey, key)))
        throw badQuery('key', 'malformed')
      return answerPage(reply, preferredLanguage(request.headers['accept-language']))
    })
  })
}

function answerPage(reply: FastifyReply, language: Language): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(unsubscribePage(language))
}
