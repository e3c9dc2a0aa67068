import { sql } from 'kysely'
import type { Db } from '../../database.ts'
import {
  type Counted,
  countedFrom,
  type KeptCounts,
  recounted,
  type StretchCount,
  sumOf,
} from '../../platform/sql/kept-counts.ts'
import type { Match } from './asking.rules.ts'

/**
 * For a common word PostgreSQL prefers a sequential scan, because it does not know the cost of unpacking words. A query
 * that it cannot see while planning makes it use the index.
 */
export function matches(match: Match) {
  return sql`words @@ (select ${match}::tsquery)`
}

/** Above this many matches, counts are cached. */
const MANY = 2_000
/** Above this many changed blocks, everything is counted again. */
const FEW_STRETCHES = 8
const NOTHING_COUNTED = countedFrom([])

/**
 * The number of matching entries. Counting many, or a phrase, takes long because words are unpacked. These counts are
 * cached per block of 256 articles, and only changed blocks are counted again: mostly that of the newest articles.
 */
export async function countMatches(db: Db, match: Match): Promise<number> {
  const { counts } = db
  if (!counts) return countAll(db, match)
  const counted = counts.find(match) ?? (isPhrase(match) ? NOTHING_COUNTED : undefined)
  if (counted) return countChanged(db, counts, match, counted)
  const total = await countAll(db, match)
  if (total >= MANY) counts.keep(match, NOTHING_COUNTED)
  return total
}

export function isPhrase(match: Match): boolean {
  return match.includes('<->')
}

async function countAll(db: Db, match: Match): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from article_search where ${matches(match)}`.execute(db)
  return rows[0]?.total ?? 0
}

async function countChanged(db: Db, counts: KeptCounts, match: Match, counted: Counted): Promise<number> {
  const changed = counted === NOTHING_COUNTED ? undefined : await countFewStretches(db, match, counted)
  const latest = changed ? recounted(counted, changed) : countedFrom(await countEveryStretch(db, match))
  counts.keep(match, latest)
  return sumOf(latest)
}

/** The changed blocks, or undefined if there are many. The count of a block is as new as its version. */
async function countFewStretches(
  db: Db,
  match: Match,
  { stretches, versions }: Counted,
): Promise<StretchCount[] | undefined> {
  const { rows } = await sql<StretchCount>`
    with changed as materialized (
      select stretch, changed_by
      from article_search_stretches
      left join unnest(${[...stretches]}::bigint[], ${[...versions]}::bigint[]) as known (stretch, version) using (stretch)
      where changed_by is distinct from version
      limit ${FEW_STRETCHES + 1}
    )
    select stretch, changed_by as version, case when (select count(*) from changed) <= ${FEW_STRETCHES} then (
      select count(*) from (
        select words from article_search where article_id between stretch << 8 and (stretch << 8) + 255 offset 0
      ) as entry where ${matches(match)}
    ) end as total
    from changed`.execute(db)
  return rows.length > FEW_STRETCHES ? undefined : rows
}

async function countEveryStretch(db: Db, match: Match): Promise<readonly StretchCount[]> {
  const { rows } = await sql<StretchCount>`
    select stretch, changed_by as version, coalesce(total, 0) as total
    from article_search_stretches
    left join (
      select article_id >> 8 as stretch, count(*) as total from article_search where ${matches(match)} group by 1
    ) as counted using (stretch)`.execute(db)
  return rows
}
