import type { FastifyRequest } from 'fastify'
import type { Tables } from '../../database.ts'
import { createCache } from '../../platform/cache/cache.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts'
import { compress, MIN_BYTES_TO_COMPRESS, preferredEncoding } from '../../platform/http/compression.ts'
import { etagOf } from '../../platform/http/etag.ts'
import {
  lengthOf,
  namesHost,
  onAnyHost,
  piecesOn,
  type UnfinishedPage,
  unfinishedPage,
} from './page-bytes.rules.ts'
import { settingsKey } from './parts.actions.ts'
import type { PageDependencies } from './parts.rules.ts'
import { pageIn, type ResolvedPath } from './paths.rules.ts'
import { type PageRequest, type RenderedPage, renderPath } from './rendering.actions.ts'
import type { SiteContext } from './site-options.ts'
import { versionOf } from './style.actions.ts'

type Encoding = 'br' | 'gzip'

/** A rendered page, ready to be sent. */
export interface CachedPage extends Omit<RenderedPage, 'body' | 'style'> {
  readonly etag: string
  /** Without the host. */
  readonly length: number
  /** The bytes, in pieces: the style sheet, which is most of a page, is kept once for all. */
  pieces(): readonly Buffer[]
  /** The compressed forms, each made on the first request that accepts it. */
  readonly compressed: Map<Encoding, MaybePromise<readonly Buffer[]>>
}

export interface CachedPages {
  /** The public page at this path; synchronous if it is cached. */
  read(
    request: FastifyRequest,
    anonymous: Actor,
    path: string,
    resolved: ResolvedPath | undefined,
  ): MaybePromise<CachedPage>
}

/** A page, and how the host that requested it last got it. */
interface HostedPage {
  readonly rest: Omit<RenderedPage, 'body' | 'style'>
  readonly unfinished: UnfinishedPage
  host: string
  page: CachedPage
}

const MAX_BYTES = 12 * 1024 * 1024
/** Of its two compressed forms, as a part of the whole page. */
const COMPRESSED = 0.6

export function createCachedPages(options: SiteContext): CachedPages {
  const cache = createCache<Tables, HostedPage>(options.engine, {
    maxBytes: MAX_BYTES,
    // All paths without content share one page.
    bytesOf: ({ rest, unfinished }) =>
      rest.status === 404 ? 0 : unfinished.texts.length + COMPRESSED * lengthOf(unfinished),
  })

  async function render(siteKey: string, pageKey: string, anonymous: Actor, page: PageRequest, host: string) {
    const dependencies: PageDependencies = { slots: [] }
    return cache.read(`${siteKey} ${pageKey}`, {
      site: anonymous.siteId,
      read: async (db) => {
        const { body, style, ...rest } = await renderPath(db, anonymous, options, { ...page, dependencies })
        if (rest.status === 404 && page.resolved) return notFound(siteKey, anonymous, page, host)
        const unfinished = unfinishedPage(body, style)
        return { rest, unfinished, host, page: pageOf(rest, unfinished, host) }
      },
      // Pages do not show the view counter, so a change of the counters does not invalidate them.
      rows: () => ({ article_counters: [] }),
      slots: () => dependencies.slots,
    })
  }

  function notFound(siteKey: string, anonymous: Actor, page: PageRequest, host: string): Promise<HostedPage> {
    return render(siteKey, NOT_FOUND, anonymous, { ...page, resolved: undefined }, host)
  }

  return {
    read(request, anonymous, path, resolved) {
      const requested = options.originOf(request)
      const origin = options.publicUrl ?? onAnyHost(requested)
      const host = requested.slice(requested.indexOf('//') + 2)
      const query = request.query as PageRequest['query']
      const siteKey = `${settingsKey(anonymous.site)} ${versionOf(options.templates, anonymous)} ${origin}`
      const pageKey = resolved ? `${path} ${queryKey(resolved, query)}` : NOT_FOUND
      const found =
        cache.get(`${siteKey} ${pageKey}`) ??
        render(siteKey, pageKey, anonymous, { resolved, query, origin }, host)
      return andThen(found, (hosted) => pageFor(hosted, host))
    },
  }
}

/** The key of the page for paths without content. Paths start with a slash. */
const NOT_FOUND = 'not found'

function pageFor(cached: HostedPage, host: string): CachedPage {
  const { rest, unfinished } = cached
  if (cached.host !== host && namesHost(unfinished)) {
    cached.host = host
    cached.page = pageOf(rest, unfinished, host)
  }
  return cached.page
}

function pageOf(rest: HostedPage['rest'], unfinished: UnfinishedPage, host: string): CachedPage {
  const named = namesHost(unfinished) ? host : ''
  return {
    ...rest,
    etag: etagOf(`${unfinished.state} ${named}`),
    length: lengthOf(unfinished),
    pieces: () => piecesOn(host, unfinished),
    compressed: new Map(),
  }
}

/**
 * The parameters that the page at this path uses, as part of its key. Any other parameter, and any value that means the
 * same, gives the same page.
 */
function queryKey({ target, feed }: ResolvedPath, { page, q, comments, part }: PageRequest['query']): string {
  if (feed) return target.kind === 'search' ? JSON.stringify([q]) : ''
  switch (target.kind) {
    case 'search':
      return JSON.stringify([q, pageIn(page)])
    case 'sitemap':
      return part === undefined ? '' : `${pageIn(part)}`
    case 'named':
      return `${pageIn(page)} ${pageIn(comments)}`
    default:
      return `${pageIn(page)}`
  }
}

/** The bytes in the encoding that the client prefers. */
export function compressedFor(
  { headers }: Pick<FastifyRequest, 'headers'>,
  { length, pieces, compressed }: CachedPage,
): { readonly encoding: Encoding | undefined; readonly pieces: MaybePromise<readonly Buffer[]> } {
  const encoding = length > MIN_BYTES_TO_COMPRESS ? preferredEncoding(headers['accept-encoding']) : undefined
  if (!encoding) return { encoding, pieces: pieces() }
  const known = compressed.get(encoding)
  if (known) return { encoding, pieces: known }
  const made = compress(encoding, Buffer.concat(pieces())).then((bytes) => [bytes])
  compressed.set(encoding, made)
  made.then(
    (ready) => compressed.set(encoding, ready),
    () => compressed.delete(encoding),
  )
  return { encoding, pieces: made }
}
