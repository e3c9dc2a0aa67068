import { APPROVED_COMMENT, CommentFields, postComment as endpoint } from '@inkstone/contract/comments.ts'
import { acceptsScope, COMMENT_BODY_LIMIT } from '@inkstone/contract/endpoint.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { Problem } from '../../platform/core/problem.ts'
import { createReaders } from '../../platform/http/validation.ts'
import { readArticle } from '../articles/reading.actions.ts'
import type { CommentRow } from '../comments/comments.table.ts'
import { postComment, prepareComment } from '../comments/posting.actions.ts'
import { like } from '../comments/reactions.actions.ts'
import { pageWithComment } from '../comments/reading.actions.ts'
import { seePage } from '../pages/pages.actions.ts'
import { problemPage } from './closed-page.rules.ts'
import { commentFrom, isSameOriginForm, localPath, textsOf } from './commenting.rules.ts'
import { sendCode } from './form-captcha.actions.ts'
import { createHeaders } from './headers.actions.ts'
import { type AliasTarget, createPaths, pageIn } from './paths.rules.ts'
import { renderPath } from './rendering.actions.ts'
import { isSiteOpen, sendPrivate } from './sending.rules.ts'
import type { SiteContext } from './site-options.ts'
import { applyRateLimit, visitorsOf } from './visitors.actions.ts'

type Form = Readonly<Record<string, string>>

interface FormShown {
  readonly values: Form
  readonly errors: readonly string[]
  readonly status: number
}

/** Comments and likes from HTML forms. The rules are those of the API; the responses are pages. */
export function mountCommenting(app: FastifyInstance, options: SiteContext): void {
  const config = { problemPage }
  const issuesIn = createReaders(options.zone)(CommentFields)
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: COMMENT_BODY_LIMIT },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    scope.addContentTypeParser('*', (_request, _payload, done) => done(new Problem('media-type-unsupported')))

    scope.post('/comments', { config }, async (request, reply) => {
      const actor = await sender(options, request, reply)
      const form = (request.body ?? {}) as Form
      const fields: CommentFields = commentFrom(form)
      const { names, path } = await commentSubject(options, actor, fields)
      const showAgain = (shown: FormShown) => showFormAgain(options, request, reply, names, shown)
      try {
        if (form.send_code !== undefined) {
          await sendCode(options, request, reply, actor, form.mobile ?? '')
          return showAgain({ values: { ...form, code_sent: '1' }, errors: [], status: 200 })
        }
        const wrong = issuesIn(fields)
        if (wrong.size > 0) throw new Problem('invalid', { fields: wrong })
        const posted = await post(options, actor, fields, request.headers.cookie)
        const query = await queryAfter(options.engine.db, posted, form)
        return reply.header('cache-control', 'no-store').redirect(`${path}?${query}#comments`, 303)
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        const { status, texts } = textsOf(error, actor.site.settings.site_language)
        return showAgain({ values: form, errors: texts, status })
      }
    })

    scope.post<{ Params: { id: string } }>('/comments/:id/like', { config }, async (request, reply) => {
      const actor = await sender(options, request, reply)
      const { back = '/' } = (request.body ?? {}) as Form
      const { id } = request.params
      if (!/^[1-9]\d{0,14}$/.test(id)) throw new Problem('comment-not-found')
      await options.engine.transact((tx) => like(tx, actor, Number(id)))
      const [path = ''] = back.split('#', 1)
      return reply.header('cache-control', 'no-store').redirect(`${localPath(path)}#comment-${id}`, 303)
    })
  })
}

async function post(
  context: SiteContext,
  actor: Actor,
  fields: CommentFields,
  cookies: string | undefined,
): Promise<CommentRow> {
  const prepared = await prepareComment(context, actor, fields, cookies)
  return context.engine.transact((tx) => postComment(tx, actor, fields, prepared))
}

/** The page of the site that the comment is on. */
async function commentSubject({ engine }: SiteContext, actor: Actor, { article_id, page_id }: CommentFields) {
  const paths = createPaths(actor.site.settings)
  if (page_id !== undefined) {
    const { alias } = await seePage(engine.db, actor, String(page_id))
    return { names: [{ kind: 'page', alias }] as const, path: paths.page(alias) }
  }
  const { alias } = await readArticle(engine.db, actor, article_id ?? 0)
  return { names: [{ kind: 'article', alias }] as const, path: paths.article(alias) }
}

/** Shows a posted comment, and after one that waits for review the page of the comments that its sender was on. */
async function queryAfter(db: Db, posted: CommentRow, form: Form) {
  const isShown = posted.status === APPROVED_COMMENT
  const page = isShown ? await pageWithComment(db, posted) : pageIn(form.comments)
  return `sent=${isShown ? 'posted' : 'pending'}${page > 1 ? `&comments=${page}` : ''}`
}

/** The sender of a form. Rejects forms from other sites, and applies the rate limit. */
async function sender(options: SiteContext, request: FastifyRequest, reply: FastifyReply): Promise<Actor> {
  const { authenticator } = options
  if (!isSameOriginForm(request.headers, authenticator.hostOf(request))) throw new Problem('forbidden')
  const visitors = await visitorsOf(authenticator, request)
  if (!visitors || !isSiteOpen(visitors.anonymous.site.settings)) throw new Problem('route-not-found')
  const actor = visitors.signedIn ?? visitors.anonymous
  await applyRateLimit(authenticator, actor)
  if (actor.token && !acceptsScope(endpoint, actor.token.scope)) throw new Problem('token-scope')
  reply.headers(createHeaders(options)(visitors.anonymous))
  return actor
}

/** Shows the page again, with the values of the form and the errors. */
async function showFormAgain(
  options: SiteContext,
  request: FastifyRequest,
  reply: FastifyReply,
  names: readonly AliasTarget[],
  { values, errors, status }: FormShown,
): Promise<FastifyReply> {
  const visitors = await visitorsOf(options.authenticator, request)
  if (!visitors) throw new Problem('route-not-found')
  const answered = await renderPath(options.engine.db, visitors.anonymous, options, {
    resolved: { target: { kind: 'named', names } },
    query: {},
    origin: options.originOf(request),
    visit: { comments: pageIn(values.comments), signedIn: visitors.signedIn, form: { values, errors } },
  })
  return sendPrivate(reply, { ...answered, status })
}
