import { APPROVED_COMMENT, CommentFields, postComment as endpoint } from '@inkstone/contract/comments.ts'
import { acceptsScope, COMMENT_BODY_LIMIT } from '@inkstone/contract/endpoint.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { Problem } from '../../platform/core/problem.ts'
import { createReaders } from '../../platform/http/validation.ts'
import { readArticle } from '../articles/reading.actions.ts'
import { newCaptcha } from '../captcha/captcha.actions.ts'
import { CAPTCHA_COOKIE, CAPTCHA_SECONDS, cookieOf } from '../captcha/captcha.rules.ts'
import type { CommentRow } from '../comments/comments.table.ts'
import { postComment, prepareComment } from '../comments/posting.actions.ts'
import { like } from '../comments/reactions.actions.ts'
import { pageWithComment } from '../comments/reading.actions.ts'
import { seePage } from '../pages/pages.actions.ts'
import { problemPage } from './closed-page.rules.ts'
import { commentFrom, isSameOriginForm, localPath, textsOf } from './commenting.rules.ts'
import { createHeaders } from './headers.actions.ts'
import { type AliasTarget, createPaths, pageIn } from './paths.rules.ts'
import { renderPath } from './rendering.actions.ts'
import { isSiteOpen, sendPrivate } from './sending.rules.ts'
import type { SiteContext } from './site-options.ts'
import { visitorsOf } from './visitors.actions.ts'

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
      const form = (request.body ?? {}) as Record<string, string>
      const fields: CommentFields = commentFrom(form)
      const wrong = issuesIn(fields)
      const { names, path } = await commentSubject(options, actor, fields)
      try {
        if (form.send_code !== undefined) {
          await sendCode(options, request, reply, actor, form.mobile ?? '')
          return showFormAgain(options, request, reply, names, { ...form, code_sent: '1' }, [], 200)
        }
        if (wrong.size > 0) throw new Problem('invalid', { fields: wrong })
        const captchaId = fields.captcha_id || cookieOf(request.headers.cookie, CAPTCHA_COOKIE)
        const prepared = await prepareComment(
          options.engine,
          actor,
          options.filter,
          fields,
          captchaId,
          options.captchaFailures,
        )
        const posted = await options.engine.transact((tx) => postComment(tx, actor, fields, prepared))
        const query = await queryAfter(options.engine.db, posted, form)
        return reply.header('cache-control', 'no-store').redirect(`${path}?${query}#comments`, 303)
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        const { status, texts } = textsOf(error, actor.site.settings.site_language)
        return showFormAgain(options, request, reply, names, form, texts, status)
      }
    })

    scope.post<{ Params: { id: string } }>('/comments/:id/like', { config }, async (request, reply) => {
      const actor = await sender(options, request, reply)
      const { back = '/' } = (request.body ?? {}) as Record<string, string>
      const { id } = request.params
      if (!/^[1-9]\d{0,14}$/.test(id)) throw new Problem('comment-not-found')
      await options.engine.transact((tx) => like(tx, actor, Number(id)))
      const [path = ''] = back.split('#', 1)
      return reply.header('cache-control', 'no-store').redirect(`${localPath(path)}#comment-${id}`, 303)
    })
  })
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
async function queryAfter(db: Db, posted: CommentRow, form: Readonly<Record<string, string>>) {
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
  await applyRateLimit(options, actor)
  if (actor.token && !acceptsScope(endpoint, actor.token.scope)) throw new Problem('token-scope')
  reply.headers(createHeaders(options)(visitors.anonymous))
  return actor
}

async function applyRateLimit({ authenticator }: SiteContext, actor: Actor): Promise<void> {
  const decision = await authenticator.count(actor, actor.address)
  if (decision && !decision.allowed)
    throw new Problem('too-many-requests', { retryAfterSeconds: decision.retryAfterSeconds })
}

/** Shows the page again, with the values of the form and the errors. */
async function showFormAgain(
  options: SiteContext,
  request: FastifyRequest,
  reply: FastifyReply,
  names: readonly AliasTarget[],
  values: Readonly<Record<string, string>>,
  errors: readonly string[],
  status: number,
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

/** A captcha image. Its id is stored in a cookie, which is sent with the form. */
export async function sendCaptcha(
  options: SiteContext,
  request: FastifyRequest,
  reply: FastifyReply,
  actor: Actor,
): Promise<FastifyReply> {
  const { comment_captcha, comment_captcha_type } = actor.site.settings
  if (comment_captcha === 0 || comment_captcha_type !== 'image') throw new Problem('not-found')
  await applyRateLimit(options, actor)
  const captcha = await newCaptcha(options.engine, actor, undefined, {})
  const [, picture = ''] = ('image' in captcha ? String(captcha.image) : '').split(',', 2)
  setCaptchaCookie(options, request, reply, captcha.captcha_id)
  return reply.header('cache-control', 'no-store').type('image/png').send(Buffer.from(picture, 'base64'))
}

async function sendCode(
  options: SiteContext,
  request: FastifyRequest,
  reply: FastifyReply,
  actor: Actor,
  mobile: string,
): Promise<void> {
  const captcha = await newCaptcha(options.engine, actor, options.messages, { mobile })
  setCaptchaCookie(options, request, reply, captcha.captcha_id)
}

function setCaptchaCookie(
  { originOf }: SiteContext,
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
): void {
  const secure = originOf(request).startsWith('https:') ? '; Secure' : ''
  reply.header(
    'set-cookie',
    `${CAPTCHA_COOKIE}=${id}; Path=/comments; Max-Age=${CAPTCHA_SECONDS}; HttpOnly; SameSite=Lax${secure}`,
  )
}
