import { sql } from 'kysely'
import type { Db } from '../../database.ts'
import type { PageBounds } from '../../platform/core/page.ts'
import { type Mode, parseQuery, type Query } from '../../platform/search/query.ts'
import { newestPublished } from './articles.store.ts'
import { COMMON, type Within } from './index.rules.ts'
import { indexOf } from './index.store.ts'
import {
  type Match,
  partsOf,
  type QueryBuilder,
  queryBuilderFor,
  queryVariants,
  rankedByParts,
  ranksOf,
} from './queries.rules.ts'

export interface Found {
  readonly ids: readonly number[]
  readonly total: number
  readonly matched: Mode
  /** The matched terms, for highlighting. */
  readonly query: Query
}

/** Beyond this many results, the rest is sorted by age: no one looks at the thousandth result. */
const MAX_RANKED = 1_000
const MAX_RANKED_OF_A_PART = 200

/** The ids of the newest published articles that match the whole query in this scope. */
export function newestWith(
  db: Db,
  siteId: number,
  query: Query,
  place: 'title' | 'tags',
  limit: number,
): Promise<number[]> {
  const match = queryBuilderFor(db.engine, siteId).for(query, 'all', place)
  return indexOf(db).newest(db, match, { limit, common: true })
}

/** Matches of which a set is worth building. */
const MANY = 500

/** The ids of the articles published last with all words; if there are none, with all words as prefixes. */
export async function newestMatches(
  db: Db,
  siteId: number,
  keyword: string,
  limit: number,
): Promise<number[]> {
  const build = queryBuilderFor(db.engine, siteId)
  for (const { query, mode } of queryVariants(parseQuery(keyword))) {
    if (mode !== 'all') continue
    const match = build.for(query, 'all', 'everywhere')
    const total = await indexOf(db).count(db, match)
    if (total === 0) continue
    return newestPublished(db, siteId, indexOf(db).isMatch(sql`id`, match, total > MANY), limit)
  }
  return []
}

/** The published articles with all words; if there are none, with all words as prefixes; otherwise with any word. */
export async function findPublished(
  db: Db,
  siteId: number,
  keyword: string,
  bounds: PageBounds,
  within?: Within,
): Promise<Found> {
  const query = parseQuery(keyword)
  const build = queryBuilderFor(db.engine, siteId)
  for (const question of queryVariants(query)) {
    const { mode } = question
    const match = build.for(question.query, mode, 'everywhere')
    const wanted = { match, bounds, within }
    const found =
      mode === 'all'
        ? await rankedByPlace(db, wanted, question.query, ranksOf(build, question, keyword))
        : await rankedByRarity(db, wanted, build, partsOf(query))
    const { total } = found
    if (total === 0) continue
    const ids = await sliceOf(db, wanted, found)
    return { ids, total, matched: mode, query: mode === 'all' ? question.query : query }
  }
  return { ids: [], total: 0, matched: 'all', query }
}

/** A page of the articles that match. */
interface Wanted {
  readonly match: Match
  readonly bounds: PageBounds
  readonly within: Within | undefined
}

interface RankedIds {
  readonly total: number
  /** Best first. */
  readonly ranked: readonly number[]
}

/** The newest articles with any of the parts. */
async function rankedByRarity(
  db: Db,
  { match, within }: Wanted,
  build: QueryBuilder,
  parts: readonly Query[],
): Promise<RankedIds> {
  const total = await indexOf(db).count(db, match, within)
  if (total === 0) return { total, ranked: [] }
  const ids = await indexOf(db).newestOfEach(
    db,
    parts.flatMap((part) => [build.for(part, 'all', 'everywhere'), build.for(part, 'all', 'title')]),
    MAX_RANKED_OF_A_PART,
    within,
  )
  const found = parts.map((_, index) => ({
    everywhere: ids[2 * index] ?? [],
    inTitle: ids[2 * index + 1] ?? [],
  }))
  return { total, ranked: rankedByParts(found, MAX_RANKED_OF_A_PART) }
}

/** The first results of the ranking, up to the page or more. */
async function rankedByPlace(
  db: Db,
  { match, bounds: { limit, offset }, within }: Wanted,
  { terms }: Query,
  ranks: readonly Match[],
): Promise<RankedIds> {
  const { total, ids } = await indexOf(db).ranked(db, match, ranks, {
    limit: Math.min(offset + limit, MAX_RANKED),
    isOneWord: terms.length === 1,
    within,
  })
  return { total, ranked: [...new Set(ids.flat())] }
}

/** A page of ranked results, followed by all others, newest first. */
async function sliceOf(
  db: Db,
  { match, bounds: { limit, offset }, within }: Wanted,
  { total, ranked }: RankedIds,
): Promise<number[]> {
  const first = ranked.slice(offset, offset + limit)
  if (first.length === limit || offset + first.length >= total) return first
  const others = await indexOf(db).newest(db, match, {
    limit: limit - first.length,
    offset: Math.max(0, offset - ranked.length),
    except: ranked,
    common: total > COMMON,
    within,
  })
  return [...first, ...others]
}
