import type { Db, Engine, Tables } from '../../database.ts'
import { type Cache, createCache } from '../../platform/cache/cache.ts'
import type { ActingSite } from '../../platform/core/actor.ts'
import { hashOf } from '../../platform/http/etag.ts'
import { type ArticleItemRow, articleItems, rowsShown } from '../articles/reading.actions.ts'
import type { PageDependencies, RenderedText, SiteParts } from './parts.rules.ts'
import type { SiteReader } from './reader.rules.ts'
import { renderText } from './text.actions.ts'

/** Parts of pages that are cached separately, because many pages share them or because they rarely change. */

const MAX_BYTES_OF_SITES = 2 * 1024 * 1024
const MAX_BYTES_OF_TEXTS = 8 * 1024 * 1024
const MAX_BYTES_OF_ITEMS = 4 * 1024 * 1024
/** Its other fields. */
const BYTES_OF_AN_ITEM = 1000
const BYTES_OF_A_TAG = 200
/** At most two bytes per character. */
const LETTER_BYTES = 2
const BYTES_OF_A_HEADING = 100
/** With its name and alias, and what the map needs for it. */
const BYTES_OF_A_CATEGORY = 300

export function createSiteParts(engine: Engine): SiteParts {
  return {
    frames: createCache(engine, {
      maxBytes: MAX_BYTES_OF_SITES,
      bytesOf: ({ site, categories }) =>
        LETTER_BYTES * JSON.stringify(site).length + BYTES_OF_A_CATEGORY * categories.size,
    }),
    texts: createCache(engine, {
      maxBytes: MAX_BYTES_OF_TEXTS,
      bytesOf: ({ content, headings }) =>
        LETTER_BYTES *
          headings.reduce((sum, { id, title }) => sum + id.length + title.length, content.length) +
        BYTES_OF_A_HEADING * headings.length,
    }),
    items: createCache(engine, {
      maxBytes: MAX_BYTES_OF_ITEMS,
      bytesOf: ({ title, summary, tags }) =>
        BYTES_OF_AN_ITEM + BYTES_OF_A_TAG * tags.length + LETTER_BYTES * (title.length + summary.length),
    }),
  }
}

/** The rendered text of an article or a page, from the cache if possible. */
export function cachedText(reader: SiteReader, html: string): Promise<RenderedText> {
  const { siteId, site } = reader.actor
  const key = `${siteId} ${site.settings.site_language} ${hashOf(html)}`
  return readPart(reader.parts.texts, reader.dependencies, key, siteId, (db) => renderText(db, reader, html))
}

/** These articles as list items, from the cache if possible. A change of their counters does not matter to pages. */
export async function cachedItems(
  { actor, parts, dependencies }: SiteReader,
  ids: readonly number[],
): Promise<ArticleItemRow[]> {
  // What an item shows depends on the settings too.
  const prefix = `${actor.siteId} ${settingsKey(actor.site)} `
  const keys = ids.map((id) => `${prefix}${id}`)
  const { values, slots } = await parts.items.readMany(keys, {
    site: actor.siteId,
    read: async (db, missing) => {
      const items = await articleItems(
        db,
        actor,
        missing.map((key) => Number(key.slice(prefix.length))),
      )
      return new Map(items.map((item) => [`${prefix}${item.id}`, item]))
    },
    rows: (item) => ({ ...rowsShown(item), article_counters: [] }),
  })
  addTo(dependencies, slots)
  return keys.flatMap((key) => values.get(key) ?? [])
}

function addTo(dependencies: PageDependencies, slots: readonly number[] | undefined): void {
  dependencies.slots = dependencies.slots && slots && [...dependencies.slots, ...slots]
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
  addTo(dependencies, slots)
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
