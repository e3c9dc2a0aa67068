import type { FastifyRequest } from 'fastify'
import type { Tables } from '../../database.ts'
import { createCache } from '../../platform/cache/cache.ts'
import type { Actor } from '../../platform/core/actor.ts'
import type { Soon } from '../../platform/core/soon.ts'
import { compress, preferredEncoding, WORTH_BYTES } from '../../platform/http/compression.ts'
import { etagOf } from '../../platform/http/etag.ts'
import { numberOf } from './parts.actions.ts'
import type { Basis } from './parts.rules.ts'
import type { Asked } from './places.rules.ts'
import { type Answered, type Asking, answerPlace, versionOf } from './rendering.actions.ts'
import type { SiteMaking } from './site-options.ts'

type Encoding = 'br' | 'gzip'

/** A page as it leaves. */
export interface CachedPage extends Omit<Answered, 'body'> {
  readonly etag: string
  readonly bytes: Buffer
  /** The same compressed, once for all who ask for it. */
  readonly packed: Map<Encoding, Soon<Buffer>>
}

export interface CachedPages {
  /** The page that everybody sees at this address, at once where it is cached. */
  read(request: FastifyRequest, stranger: Actor, path: string, asked: Asked | undefined): Soon<CachedPage>
}

const MOST_BYTES = 32 * 1024 * 1024

export function createCachedPages(options: SiteMaking): CachedPages {
  const cache = createCache<Tables, CachedPage>(options.engine, {
    mostBytes: MOST_BYTES,
    // Compressed twice it takes hardly more than once again.
    bytesOf: ({ bytes }) => 2 * bytes.length,
  })

  function make(key: string, stranger: Actor, asking: Asking): Promise<CachedPage> {
    const basis: Basis = { slots: [] }
    return cache.read(key, {
      site: stranger.siteId,
      read: async (db) => {
        const { body, ...rest } = await answerPlace(db, stranger, options, { ...asking, basis })
        return { ...rest, etag: etagOf(body, undefined), bytes: Buffer.from(body), packed: new Map() }
      },
      // Pages show no counter that moves with every view: they need not be made anew for it.
      rows: () => ({ article_counters: [] }),
      slots: () => basis.slots,
    })
  }

  return {
    read(request, stranger, path, asked) {
      const origin = options.originOf(request)
      const query = queryOf(request)
      const queried = query === NO_QUERY ? '' : JSON.stringify(query)
      const version = versionOf(options.templates, stranger)
      const key = `${numberOf(stranger.site)} ${version} ${origin} ${path} ${queried}`
      return cache.get(key) ?? make(key, stranger, { asked, query, origin })
    },
  }
}

type Query = Readonly<Partial<Record<'page' | 'q' | 'comments' | 'part', unknown>>>
const NO_QUERY: Query = {}

/** What the query of an address can ask for; the rest of it changes nothing. */
function queryOf({ url, query }: FastifyRequest): Query {
  if (!url.includes('?')) return NO_QUERY
  const { page, q, comments, part } = query as Query
  return { page, q, comments, part }
}

/** The bytes in the encoding that the client prefers. */
export function packedFor(
  { headers }: Pick<FastifyRequest, 'headers'>,
  { bytes, packed }: CachedPage,
): { readonly encoding: Encoding | undefined; readonly bytes: Soon<Buffer> } {
  const encoding = bytes.length > WORTH_BYTES ? preferredEncoding(headers['accept-encoding']) : undefined
  if (!encoding) return { encoding, bytes }
  const known = packed.get(encoding)
  if (known) return { encoding, bytes: known }
  const made = compress(encoding, bytes)
  packed.set(encoding, made)
  made.then(
    (ready) => packed.set(encoding, ready),
    () => packed.delete(encoding),
  )
  return { encoding, bytes: made }
}
