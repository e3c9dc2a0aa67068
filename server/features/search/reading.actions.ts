import type { PageQuery } from '@inkstone/contract/schema.ts'
import type { Db } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { boundsOf } from '../../platform/core/page.ts'
import type { Highlight } from '../../platform/sql/highlights.ts'
import { visibleLinks } from '../articles/reading.actions.ts'
import { type Found, findPublished, newestWith } from '../search-index/finding.actions.ts'
import { hasAll, unfinishedQuery } from './completion.rules.ts'
import { readHighlights, readTagsOf, readTitles, type SearchFilters, withinFilters } from './search.store.ts'

export interface FoundHits extends Omit<Found, 'query'> {
  readonly highlights: ReadonlyMap<number, Highlight>
}

/** The ids of a page of results, and what is highlighted in them. */
export async function findHits(
  db: Db,
  actor: Actor,
  keyword: string,
  filters: SearchFilters,
  page: PageQuery,
): Promise<FoundHits> {
  const { category_id, tag_id } = filters
  const links = await visibleLinks(db, actor, { category_id, tag_id })
  const within = withinFilters({ ...filters, ...links })
  const { ids, query, ...found } = await findPublished(db, actor.siteId, keyword, boundsOf(page), within)
  const highlights = await readHighlights(db, actor.siteId, ids, query)
  return { ...found, ids: ids.filter((id) => highlights.has(id)), highlights }
}

export interface Suggestion {
  readonly type: 'tag' | 'article'
  readonly id: number
  readonly text: string
}

/** The number of newest matching articles whose tags are considered. */
const ARTICLES_OF_TAGS = 50

export async function suggest(db: Db, siteId: number, keyword: string, limit: number): Promise<Suggestion[]> {
  const query = unfinishedQuery(keyword)
  if (query.terms.length === 0) return []
  const tagged = await newestWith(db, siteId, query, 'tags', ARTICLES_OF_TAGS)
  const tags = (await readTagsOf(db, siteId, tagged))
    .filter(({ name }) => hasAll(name, query))
    .slice(0, Math.ceil(limit / 2))
  const titled = await newestWith(db, siteId, query, 'title', limit - tags.length)
  const articles = await readTitles(db, siteId, titled)
  return [
    ...tags.map(({ id, name }) => ({ type: 'tag' as const, id, text: name })),
    ...articles.map(({ id, title }) => ({ type: 'article' as const, id, text: title })),
  ]
}
