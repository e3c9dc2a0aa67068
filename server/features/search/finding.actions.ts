import type { Db } from '../../database.ts'
import type { PageBounds } from '../../platform/page.ts'
import type { Mode, Query } from '../../platform/search/query.ts'
import { type Asker, askerOf, type Match, partsOf, rankedByParts, ranksOf } from './asking.rules.ts'
import { indexOf } from './index.store.ts'

export interface Found {
  readonly ids: readonly number[]
  readonly total: number
  readonly matched: Mode
}

/** Beyond so many of a rank, those that it leaves come by their age. A person does not look at the thousandth. */
const MOST_RANKED = 1_000
const MOST_RANKED_OF_A_PART = 200
const COMMON = 5_000

/** The published articles that have all of the words, or, where there is none, any of them. */
export async function findPublished(
  db: Db,
  siteId: number,
  query: Query,
  keyword: string,
  bounds: PageBounds,
): Promise<Found> {
  if (query.terms.length === 0) return { ids: [], total: 0, matched: 'all' }
  const asker = askerOf(db.engine, siteId)
  const all = asker.for(query, 'all', 'everywhere')
  const total = await indexOf(db).count(db, all)
  if (total > 0) {
    const ranked = await rankedByPlace(db, ranksOf(asker, query, keyword), bounds, total > COMMON)
    return { ids: await sliceOf(db, ranked, all, total, bounds), total, matched: 'all' }
  }
  return findAny(db, asker, query, bounds)
}

async function findAny(db: Db, asker: Asker, query: Query, bounds: PageBounds): Promise<Found> {
  const parts = partsOf(query)
  const any = asker.for({ terms: parts.flatMap(({ terms }) => terms) }, 'any', 'everywhere')
  const total = parts.length > 1 ? await indexOf(db).count(db, any) : 0
  if (total === 0) return { ids: [], total: 0, matched: 'all' }
  const ids = await indexOf(db).newestOfEach(
    db,
    parts.flatMap((part) => [asker.for(part, 'all', 'everywhere'), asker.for(part, 'all', 'title')]),
    MOST_RANKED_OF_A_PART,
  )
  const found = parts.map((_, index) => ({
    everywhere: ids[2 * index] ?? [],
    inTitle: ids[2 * index + 1] ?? [],
  }))
  const ranked = rankedByParts(found, MOST_RANKED_OF_A_PART)
  return { ids: await sliceOf(db, ranked, any, total, bounds), total, matched: 'any' }
}

/** The first of the ranking, as many as the page reaches to: each rank is asked only where those before it end. */
async function rankedByPlace(
  db: Db,
  ranks: readonly Match[],
  { limit, offset }: PageBounds,
  common: boolean,
): Promise<number[]> {
  const wanted = offset + limit
  const ranked = new Set<number>()
  for (const rank of ranks) {
    if (ranked.size >= wanted) break
    const ids = await indexOf(db).newest(db, rank, { limit: Math.min(wanted, MOST_RANKED), common })
    for (const id of ids) ranked.add(id)
  }
  return [...ranked]
}

/** A page of the ranked ones with all others behind them, the newest first. */
async function sliceOf(
  db: Db,
  ranked: readonly number[],
  match: Match,
  total: number,
  { limit, offset }: PageBounds,
): Promise<number[]> {
  const first = ranked.slice(offset, offset + limit)
  if (first.length === limit || offset + first.length >= total) return first
  const others = await indexOf(db).newest(db, match, {
    limit: limit - first.length,
    offset: Math.max(0, offset - ranked.length),
    except: ranked,
    common: total > COMMON,
  })
  return [...first, ...others]
}
