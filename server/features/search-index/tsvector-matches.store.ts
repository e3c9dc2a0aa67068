import { sql } from 'kysely'
import type { Db } from '../../database.ts'
import {
  type BlockCount,
  type BlockCounts,
  blockCountsOf,
  type CachedCounts,
  totalOf,
  withRecounted,
} from '../../platform/sql/cached-counts.ts'
import type { Match } from './queries.rules.ts'

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
const MAX_RECOUNTED_BLOCKS = 8
const NOTHING_COUNTED = blockCountsOf([])

/**
 * The number of matching entries. Counting many, or a phrase, takes long because words are unpacked. These counts are
 * cached per block of 256 articles, and only changed blocks are counted again: mostly that of the newest articles.
 */
export async function countMatches(db: Db, match: Match): Promise<number> {
  const { counts } = db
  if (!counts) return countAll(db, match)
  const counted = counts.get(match) ?? (isPhrase(match) ? NOTHING_COUNTED : undefined)
  if (counted) return countChanged(db, counts, match, counted)
  const total = await countAll(db, match)
  if (total >= MANY) counts.set(match, NOTHING_COUNTED)
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

async function countChanged(
  db: Db,
  counts: CachedCounts,
  match: Match,
  counted: BlockCounts,
): Promise<number> {
  const changed = counted === NOTHING_COUNTED ? undefined : await recountChangedBlocks(db, match, counted)
  const latest = changed ? withRecounted(counted, changed) : blockCountsOf(await countAllBlocks(db, match))
  counts.set(match, latest)
  return totalOf(latest)
}

/** Of each block. Every transaction that changes entries of it adds to its version at its end. */
const versions = sql`(select stretch, sum(changes) as version from article_search_stretches group by stretch)`

/** The changed blocks, or undefined if there are many. The count of a block is as new as its version. */
async function recountChangedBlocks(
  db: Db,
  match: Match,
  counted: BlockCounts,
): Promise<BlockCount[] | undefined> {
  const known = sql`unnest(${[...counted.blocks]}::bigint[], ${[...counted.versions]}::bigint[])`
  const { rows } = await sql<BlockCount>`
    with changed as materialized (
      select stretch, present.version
      from ${versions} as present
      left join ${known} as known (stretch, version) using (stretch)
      where present.version is distinct from known.version
      limit ${MAX_RECOUNTED_BLOCKS + 1}
    )
    select stretch, version, case when (select count(*) from changed) <= ${MAX_RECOUNTED_BLOCKS} then (
      select count(*) from (
        select words from article_search where article_id between stretch << 8 and (stretch << 8) + 255 offset 0
      ) as entry where ${matches(match)}
    ) end as total
    from changed`.execute(db)
  return rows.length > MAX_RECOUNTED_BLOCKS ? undefined : rows
}

async function countAllBlocks(db: Db, match: Match): Promise<readonly BlockCount[]> {
  const { rows } = await sql<BlockCount>`
    select stretch, version, coalesce(total, 0) as total
    from ${versions} as present
    left join (
      select article_id >> 8 as stretch, count(*) as total from article_search where ${matches(match)} group by 1
    ) as counted using (stretch)`.execute(db)
  return rows
}
