import type { SiteSettings } from '@inkstone/contract/settings.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Tables } from '../../database.ts'
import { createCache } from '../../platform/cache/cache.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { publicCaching } from '../../platform/http/cache-control.ts'
import { compress, preferredEncoding, WORTH_BYTES } from '../../platform/http/compression.ts'
import { etagOf, matchesNone } from '../../platform/http/etag.ts'
import { isApi } from '../../platform/http/paths.ts'
import { CLOSED_POLICY, closedPage, nothingPage } from './closed-page.rules.ts'
import { mountCommenting, sendCaptcha } from './commenting.routes.ts'
import { type Asked, placeAt } from './places.rules.ts'
import { answerPreview } from './preview-page.actions.ts'
import { type Answered, answerPlace, HTML, versionOf } from './rendering.actions.ts'
import { isSiteOpen, sendOwn, siteHeaders } from './sending.rules.ts'
import type { SiteOptions } from './site-options.ts'
import { ICON, styleSheet } from './style.rules.ts'
import { type Visitors, visitorsOf } from './visitors.actions.ts'

const MOST_CACHED_BYTES = 32 * 1024 * 1024

interface Cached extends Omit<Answered, 'body'> {
  readonly etag: string
  readonly bytes: Buffer
  /** The same compressed, once for all who ask for it. */
  readonly packed: Map<'br' | 'gzip', Promise<Buffer>>
}

/** The public site: one handler for every path that is nothing else, because the paths are settings of the site. */
export function mountSite(app: FastifyInstance, options: SiteOptions): void {
  const cache = createCache<Tables, Cached>(options.engine, {
    mostBytes: MOST_CACHED_BYTES,
    // Compressed twice it takes hardly more than once again.
    bytesOf: ({ bytes }) => 2 * bytes.length,
  })

  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    // What is beneath /api and unknown there stays JSON.
    if (isApi(path)) return reply.callNotFound()
    const visitors = await visitorsOf(options.keeping, request)
    if (!visitors || !isSiteOpen(visitors.stranger.site.settings))
      return sendClosed(request, reply, visitors?.stranger, path)
    reply.headers(siteHeaders(options))
    const asked = placeAt(visitors.stranger.site.settings, path)
    const fixed = await sendFixed(options, request, reply, visitors, asked)
    if (fixed) return fixed
    const query = request.query as Record<string, unknown>
    if (visitors.signedIn || 'reply' in query || 'sent' in query)
      return sendFor(options, request, reply, visitors, asked)
    const answered = await readCached(cache, options, request, visitors.stranger, asked, path)
    return sendPublic(request, reply, visitors.stranger.site.settings, answered)
  }
  app.get('/', handle)
  app.get('/*', handle)
  mountCommenting(app, options)
}

function readCached(
  cache: ReturnType<typeof createCache<Tables, Cached>>,
  options: SiteOptions,
  request: FastifyRequest,
  stranger: Actor,
  asked: Asked | undefined,
  path: string,
): Promise<Cached> {
  const { page, q, comments, part } = request.query as Record<string, unknown>
  const origin = options.originOf(request)
  const version = versionOf(options.templates, stranger)
  const key = JSON.stringify([stranger.siteId, origin, version, path, page, q, comments, part])
  return cache.read(key, {
    site: stranger.siteId,
    read: async (db) => {
      const answered = await answerPlace(db, stranger, options, {
        asked,
        query: { page, q, comments, part },
        origin,
      })
      const { body, ...rest } = answered
      return { ...rest, etag: etagOf(body, undefined), bytes: Buffer.from(body), packed: new Map() }
    },
    // Pages show no counter that moves with every view: they need not be made anew for it.
    rows: () => ({ article_counters: [] }),
  })
}

/** For who is signed in, or has just sent something: made for them alone. */
async function sendFor(
  options: SiteOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  { stranger, signedIn }: Visitors,
  asked: Asked | undefined,
): Promise<FastifyReply> {
  const query = request.query as Record<string, unknown>
  const { db } = options.engine
  const visit = { ...visitOf(query), signedIn }
  const answered = await answerPlace(db, stranger, options, {
    asked,
    query,
    origin: options.originOf(request),
    visit,
  })
  return sendOwn(reply, answered)
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

async function sendPublic(
  request: FastifyRequest,
  reply: FastifyReply,
  settings: SiteSettings,
  cached: Cached,
): Promise<FastifyReply> {
  const { status, type, location, etag } = cached
  reply.header('vary', 'Authorization, X-Site, Accept-Encoding')
  if (status === 404)
    return reply
      .status(404)
      .header('cache-control', 'no-cache')
      .type(type)
      .send(await bytesFor(request, reply, cached))
  reply.header('cache-control', publicCaching(settings))
  if (location !== undefined) return reply.redirect(location, status)
  reply.header('etag', etag)
  if (!matchesNone(request.headers['if-none-match'], etag)) return reply.status(304).send()
  return reply
    .status(status)
    .type(type)
    .send(await bytesFor(request, reply, cached))
}

async function bytesFor(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { bytes, packed }: Cached,
): Promise<Buffer> {
  const encoding = bytes.length > WORTH_BYTES ? preferredEncoding(headers['accept-encoding']) : undefined
  if (!encoding) return bytes
  const known = packed.get(encoding) ?? compress(encoding, bytes)
  packed.set(encoding, known)
  reply.header('content-encoding', encoding)
  return known
}

function sendClosed(
  request: FastifyRequest,
  reply: FastifyReply,
  stranger: Actor | undefined,
  path: string,
): FastifyReply {
  const language = stranger?.language ?? 'en'
  reply.headers({
    'content-security-policy': CLOSED_POLICY,
    'cache-control': 'no-cache',
    vary: 'Accept-Language, X-Site',
  })
  if (stranger && path === '/') return reply.type(HTML).send(closedPage(language))
  return reply
    .status(404)
    .type(HTML)
    .send(request.method === 'HEAD' ? '' : nothingPage(language))
}

/** What is not read from the database as a page is: files of the theme, the icon, captchas and previews. */
async function sendFixed(
  options: SiteOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  visitors: Visitors,
  asked: Asked | undefined,
): Promise<FastifyReply | undefined> {
  const { stranger } = visitors
  const place = asked?.place
  switch (place?.kind) {
    case 'asset': {
      const file = options.templates.file(place.name)
      if (file === undefined) return undefined
      const isStyle = place.name.endsWith('.css')
      // The console shows what a colour would look like before it is saved.
      const { accent } = request.query as Record<string, unknown>
      const { site_accent } = stranger.site.settings
      const body = isStyle
        ? styleSheet(file, { site_accent: typeof accent === 'string' ? accent : site_accent })
        : file
      return sendFile(
        request,
        reply,
        isStyle ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8',
        body,
      )
    }
    case 'icon': {
      const { site_icon } = stranger.site.settings
      if (site_icon !== '')
        return reply.header('cache-control', 'public, max-age=3600').redirect(site_icon, 302)
      return sendFile(request, reply, 'image/svg+xml', ICON)
    }
    case 'captcha':
      return sendCaptcha(options, request, reply, stranger)
    case 'preview':
      return sendOwn(reply.header('x-robots-tag', 'noindex'), await answerPreview(options, stranger, request))
    default:
      return undefined
  }
}

function sendFile(request: FastifyRequest, reply: FastifyReply, type: string, body: string): FastifyReply {
  const etag = etagOf(body, undefined)
  // Pages name it with a version; without one it may have changed.
  const versioned = 'v' in (request.query as Record<string, unknown>)
  reply.headers({
    etag,
    'cache-control': versioned ? 'public, max-age=31536000, immutable' : 'public, no-cache',
    vary: 'X-Site, Accept-Encoding',
  })
  if (!matchesNone(request.headers['if-none-match'], etag)) return reply.status(304).send()
  return reply.type(type).send(body)
}
