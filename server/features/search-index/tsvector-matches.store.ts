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
 * PostgreSQL takes a common word for one better looked for in every row, not knowing what unpacking their words
 * costs. A question that it cannot see while it plans makes it use the index.
 */
export function matches(match: Match) {
  return sql`words @@ (select ${match}::tsquery)`
}

/** From so many matches on the next count is kept. */
const MANY = 2_000
/** More changed stretches than these are not counted one by one. */
const FEW_STRETCHES = 8
const NOTHING_COUNTED = countedFrom([])

/**
 * How many entries match. To count many takes long; so does a phrase, for which the words of every article that may have
 * it are unpacked. Of those it is kept how many each stretch of 256 articles has, and only what has changed since is
 * counted again: mostly the stretch of the newest articles.
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

/** The stretches that have changed, or undefined where they are many. What is counted in one is as new as its version. */
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
