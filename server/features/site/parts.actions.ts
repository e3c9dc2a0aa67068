import type { Db, Engine, Tables } from '../../database.ts'
import { type Cache, createCache } from '../../platform/cache/cache.ts'
import type { ActingSite } from '../../platform/core/actor.ts'
import { hashOf } from '../../platform/http/etag.ts'
import type { PageDependencies, RenderedText, SiteParts } from './parts.rules.ts'
import type { SiteReader } from './reader.rules.ts'
import { renderText } from './text.actions.ts'

/** Parts of pages that are cached separately, because many pages share them or because they rarely change. */

const MAX_BYTES_OF_SITES = 2 * 1024 * 1024
const MAX_BYTES_OF_TEXTS = 12 * 1024 * 1024
/** At most two bytes per character. */
const LETTER_BYTES = 2
/** Of a number in a set, with what the set needs for it. */
const BYTES_OF_AN_ID = 32

export function createSiteParts(engine: Engine): SiteParts {
  return {
    frames: createCache(engine, {
      maxBytes: MAX_BYTES_OF_SITES,
      bytesOf: ({ site, categoryIds }) =>
        LETTER_BYTES * JSON.stringify(site).length + BYTES_OF_AN_ID * categoryIds.size,
    }),
    texts: createCache(engine, {
      maxBytes: MAX_BYTES_OF_TEXTS,
      bytesOf: ({ content }) => LETTER_BYTES * content.length,
    }),
  }
}

/** The rendered text of an article or a page, from the cache if possible. */
export function cachedText(reader: SiteReader, html: string): Promise<RenderedText> {
  const { siteId, site } = reader.actor
  const key = `${siteId} ${site.settings.site_language} ${hashOf(html)}`
  return readPart(reader.parts.texts, reader.dependencies, key, siteId, (db) => renderText(db, reader, html))
}

export async function readPart<Value>(
  cache: Cache<Tables, Value>,
  dependencies: PageDependencies,
  key: string,
  site: number,
  read: (db: Db) => Promise<Value>,
): Promise<Value> {
  const { values, slots } = await cache.readMany([key], {
    site,
    read: async (db) => new Map([[key, await read(db)]]),
    rows: () => ({}),
  })
  dependencies.slots = dependencies.slots && slots && [...dependencies.slots, ...slots]
  return values.get(key) as Value
}

const numbers = new WeakMap<ActingSite, number>()
let lastNumber = 0

/**
 * A number for one state of the site's settings, as part of cache keys. A page rendered by a request that started before
 * a change of the settings is never served to a request that started after it.
 */
export function settingsKey(site: ActingSite): number {
  const known = numbers.get(site)
  if (known !== undefined) return known
  numbers.set(site, ++lastNumber)
  return lastNumber
}
