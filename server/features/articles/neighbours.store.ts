import { PUBLISHED } from '@inkstone/contract/articles.ts'
import { sql } from 'kysely'
import type { Db } from '../../database.ts'
import { prepared } from '../../platform/sql/prepared.ts'

interface Place {
  readonly site: number
  readonly id: number
  readonly sortedAt: number
}

const selectNeighbours = prepared<Place, { readonly side: string; readonly id: number }>(({ value }) => {
  const beside = (comparison: '<' | '>', direction: 'asc' | 'desc') => sql`
    select a.id from articles a
    where a.site_id = ${value('site')} and a.deleted_at is null and a.status = ${sql.lit(PUBLISHED)}
      and (a.sorted_at, a.id) ${sql.raw(comparison)} (${value('sortedAt')}, ${value('id')})
    order by a.sorted_at ${sql.raw(direction)}, a.id ${sql.raw(direction)} limit 1`
  return sql`select 'older' as side, id from (${beside('<', 'desc')}) as older
    union all select 'newer' as side, id from (${beside('>', 'asc')}) as newer`
})

/** The published articles before and after a position in publication order. */
export async function findNeighbours(
  db: Db,
  place: Place,
): Promise<{ older: number | undefined; newer: number | undefined }> {
  const rows = await selectNeighbours(db, place)
  const on = (side: string) => rows.find((row) => row.side === side)?.id
  return { older: on('older'), newer: on('newer') }
}
