import type { SiteSettings } from '@inkstone/contract/settings.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import type { Actor } from '../../platform/core/actor.ts'
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts'
import { Problem } from '../../platform/core/problem.ts'
import { publicCaching } from '../../platform/http/cache-control.ts'
import { matchesNone } from '../../platform/http/etag.ts'
import { isApi, isUndecodable } from '../../platform/http/paths.ts'
import { sendPieces } from '../../platform/http/streams.ts'
import { type CachedPage, compressedFor, createCachedPages } from './cached-pages.actions.ts'
import { CLOSED_POLICY, closedNotFoundPage, closedPage, problemPage } from './closed-page.rules.ts'
import { mountCommenting } from './commenting.routes.ts'
import { sendFixed } from './fixed.routes.ts'
import { namesPost, redirectOr } from './former-urls.actions.ts'
import { createHeaders } from './headers.actions.ts'
import { createSiteParts } from './parts.actions.ts'
import { type ResolvedPath, resolvePath } from './paths.rules.ts'
import { answerPreview } from './preview-page.actions.ts'
import { HTML, renderPath } from './rendering.actions.ts'
import { isSiteOpen, PREVIEW_HEADERS, sendPreview, sendPrivate } from './sending.rules.ts'
import type { SiteContext, SiteOptions } from './site-options.ts'
import { type Visitors, visitorsOf } from './visitors.actions.ts'

/** The public site: one handler for all other paths, because the paths are settings of the site. */
export function mountSite(app: FastifyInstance, given: SiteOptions): void {
  const options: SiteContext = { ...given, parts: createSiteParts(given.engine) }
  const pages = createCachedPages(options)
  const headersFor = createHeaders(options)

  function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
    visitors: Visitors | undefined,
  ): MaybePromise<FastifyReply> {
    if (!visitors) return sendClosed(request, reply, undefined, path)
    const { anonymous, signedIn } = visitors
    if (!isSiteOpen(anonymous.site.settings))
      return path === '/preview'
        ? previewOfClosed(request, reply, visitors)
        : sendClosed(request, reply, anonymous, path)
    reply.headers(headersFor(anonymous))
    const query = request.query as Record<string, unknown>
    const resolved = resolvePath(anonymous.site.settings, path)
    const fixed = sendFixed(options, request, reply, visitors, resolved?.target)
    if (fixed) return fixed
    const orMoved = (otherwise: () => MaybePromise<FastifyReply>) =>
      redirectOr(options, request, reply, visitors, otherwise)
    const show = (): MaybePromise<FastifyReply> => {
      if (signedIn || 'reply' in query || 'sent' in query)
        return sendPersonal(options, request, reply, visitors, resolved, orMoved)
      return andThen(pages.read(request, anonymous, path, resolved), (page) => {
        const send = () => sendPublic(request, reply, anonymous.site.settings, page)
        return page.status === 404 ? orMoved(send) : send()
      })
    }
    return namesPost(path, query) ? orMoved(show) : show()
  }

  /** A valid preview link shows its article also if nothing is public yet. */
  async function previewOfClosed(
    request: FastifyRequest,
    reply: FastifyReply,
    visitors: Visitors,
  ): Promise<FastifyReply> {
    const page = await answerPreview(options, visitors, request)
    if (page.status !== 200) return sendClosed(request, reply, visitors.anonymous, '/preview')
    reply.headers(headersFor(visitors.anonymous))
    return sendPreview(reply, page)
  }

  // A cached page is sent synchronously, as in the API.
  const handle: RouteHandlerMethod = (request, reply) => {
    if (isUndecodable(request)) throw new Problem('bad-url')
    const { url } = request
    const end = url.indexOf('?')
    const path = end === -1 ? url : url.slice(0, end)
    // Unknown paths under /api are answered with JSON.
    if (isApi(path)) return reply.callNotFound()
    const answered = andThen(visitorsOf(options.authenticator, request), (visitors) =>
      answer(request, reply, path, visitors),
    )
    return answered instanceof Promise ? answered : undefined
  }
  const config = { problemPage }
  app.get('/', { config }, handle)
  app.get('/*', { config }, handle)
  mountCommenting(app, options)
}

/** A page for a signed-in user or for someone who has just sent a comment; not cached. */
async function sendPersonal(
  options: SiteContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { anonymous, signedIn }: Visitors,
  resolved: ResolvedPath | undefined,
  orMoved: (otherwise: () => FastifyReply) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const query = request.query as Record<string, unknown>
  const { db } = options.engine
  const visit = { ...visitOf(query), signedIn }
  const answered = await renderPath(db, anonymous, options, {
    resolved,
    query,
    origin: options.originOf(request),
    visit,
  })
  const send = () => sendPrivate(reply, answered)
  return answered.status === 404 ? orMoved(send) : send()
}

function visitOf(query: Record<string, unknown>) {
  const number = (value: unknown) =>
    typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : 0
  const sent = query.sent === 'pending' || query.sent === 'posted' ? query.sent : ''
  return {
    comments: Math.max(1, number(query.comments)),
    form: { values: { parent_id: number(query.reply) || undefined }, sent },
  }
}

function sendPublic(
  request: FastifyRequest,
  reply: FastifyReply,
  settings: SiteSettings,
  page: CachedPage,
): MaybePromise<FastifyReply> {
  const { status, type, location, etag } = page
  reply.header('vary', 'Authorization, X-Site, Accept-Encoding')
  if (status === 404) {
    reply.header('cache-control', 'no-cache')
    return sendCompressed(request, reply, page)
  }
  reply.header('cache-control', publicCaching(settings))
  if (location !== undefined) return reply.redirect(location, status)
  reply.header('etag', etag)
  if (!matchesNone(request.headers['if-none-match'], etag)) return reply.status(304).send()
  return sendCompressed(request, reply.type(type), page)
}

function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  page: CachedPage,
): MaybePromise<FastifyReply> {
  const { encoding, pieces } = compressedFor(request, page)
  reply.status(page.status).type(page.type)
  if (encoding) reply.header('content-encoding', encoding)
  return andThen(pieces, (ready) => sendPieces(reply, ready))
}

function sendClosed(
  request: FastifyRequest,
  reply: FastifyReply,
  anonymous: Actor | undefined,
  path: string,
): FastifyReply {
  const language = anonymous?.language ?? 'en'
  reply.headers({
    'content-security-policy': CLOSED_POLICY,
    'cache-control': 'no-cache',
    vary: 'Accept-Language, X-Site',
    ...(path === '/preview' && PREVIEW_HEADERS),
  })
  if (anonymous && path === '/') return reply.type(HTML).send(closedPage(language))
  return reply
    .status(404)
    .type(HTML)
    .send(request.method === 'HEAD' ? '' : closedNotFoundPage(language))
}
