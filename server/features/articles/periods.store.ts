import { PUBLISHED } from '@inkstone/contract/articles.ts'
import { sql } from 'kysely'
import type { Db } from '../../database.ts'
import { planOf } from './list-plans.store.ts'

/** From the first to the last moment, both included. */
export interface Period {
  readonly first: number
  readonly last: number
}

/** SQLite joins at most 500 statements into one. */
const MAX_AT_ONCE = 250

/** How many published articles each period has, read from the index of the list. */
export async function countPublishedIn(
  db: Db,
  siteId: number,
  periods: readonly Period[],
): Promise<readonly number[]> {
  const totals: number[] = new Array(periods.length).fill(0)
  for (let from = 0; from < periods.length; from += MAX_AT_ONCE) {
    const counts = periods.slice(from, from + MAX_AT_ONCE).map(({ first, last }, n) => {
      const { source, conditions } = planOf({ engine: db.engine, siteId }, 'published', {
        status: PUBLISHED,
        published_since: first,
        published_until: last,
      })
      const where = sql.join(conditions, sql` and `)
      return sql`select ${sql.lit(from + n)} as at, count(*) as total from ${source} where ${where}`
    })
    const { rows } = await sql<{ at: number; total: number }>`${sql.join(counts, sql` union all `)}`.execute(
      db,
    )
    for (const { at, total } of rows) totals[Number(at)] = Number(total)
  }
  return totals
}
