import type { FastifyRequest } from 'fastify'
import type { Tables } from '../../database.ts'
import { createCache } from '../../platform/cache/cache.ts'
import type { Actor } from '../../platform/core/actor.ts'
import type { MaybePromise } from '../../platform/core/maybe-promise.ts'
import { compress, MIN_BYTES_TO_COMPRESS, preferredEncoding } from '../../platform/http/compression.ts'
import { etagOf } from '../../platform/http/etag.ts'
import { settingsKey } from './parts.actions.ts'
import type { PageDependencies } from './parts.rules.ts'
import type { ResolvedPath } from './paths.rules.ts'
import { type PageRequest, type RenderedPage, renderPath } from './rendering.actions.ts'
import type { SiteContext } from './site-options.ts'
import { versionOf } from './style.actions.ts'

type Encoding = 'br' | 'gzip'

/** A rendered page, ready to be sent. */
export interface CachedPage extends Omit<RenderedPage, 'body'> {
  readonly etag: string
  readonly bytes: Buffer
  /** The compressed forms, each made on the first request that accepts it. */
  readonly compressed: Map<Encoding, MaybePromise<Buffer>>
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

const MAX_BYTES = 32 * 1024 * 1024

export function createCachedPages(options: SiteContext): CachedPages {
  const cache = createCache<Tables, CachedPage>(options.engine, {
    maxBytes: MAX_BYTES,
    // The two compressed forms together are hardly larger than the page itself.
    bytesOf: ({ bytes }) => 2 * bytes.length,
  })

  function make(key: string, anonymous: Actor, page: PageRequest): Promise<CachedPage> {
    const dependencies: PageDependencies = { slots: [] }
    return cache.read(key, {
      site: anonymous.siteId,
      read: async (db) => {
        const { body, ...rest } = await renderPath(db, anonymous, options, { ...page, dependencies })
        const bytes = Buffer.from(body)
        return { ...rest, etag: etagOf(bytes), bytes, compressed: new Map() }
      },
      // Pages do not show the view counter, so a change of the counters does not invalidate them.
      rows: () => ({ article_counters: [] }),
      slots: () => dependencies.slots,
    })
  }

  return {
    read(request, anonymous, path, resolved) {
      const origin = options.originOf(request)
      const query = queryOf(request)
      const queried = query === NO_QUERY ? '' : JSON.stringify(query)
      const version = versionOf(options.templates, anonymous)
      const key = `${settingsKey(anonymous.site)} ${version} ${origin} ${path} ${queried}`
      return cache.get(key) ?? make(key, anonymous, { resolved, query, origin })
    },
  }
}

type Query = Readonly<Partial<Record<'page' | 'q' | 'comments' | 'part', unknown>>>
const NO_QUERY: Query = {}

/** The query parameters that pages use. Others are ignored. */
function queryOf({ url, query }: FastifyRequest): Query {
  if (!url.includes('?')) return NO_QUERY
  const { page, q, comments, part } = query as Query
  return { page, q, comments, part }
}

/** The bytes in the encoding that the client prefers. */
export function compressedFor(
  { headers }: Pick<FastifyRequest, 'headers'>,
  { bytes, compressed }: CachedPage,
): { readonly encoding: Encoding | undefined; readonly bytes: MaybePromise<Buffer> } {
  const encoding =
    bytes.length > MIN_BYTES_TO_COMPRESS ? preferredEncoding(headers['accept-encoding']) : undefined
  if (!encoding) return { encoding, bytes }
  const known = compressed.get(encoding)
  if (known) return { encoding, bytes: known }
  const made = compress(encoding, bytes)
  compressed.set(encoding, made)
  made.then(
    (ready) => compressed.set(encoding, ready),
    () => compressed.delete(encoding),
  )
  return { encoding, bytes: made }
}
