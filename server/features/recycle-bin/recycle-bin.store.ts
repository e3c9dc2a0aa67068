import type { BinType } from '@inkstone/contract/recycle-bin.ts'
import type { PageQuery } from '@inkstone/contract/schema.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database.ts'
import { boundsOf, type Found } from '../../platform/core/page.ts'
import type { BinKind, BinOwner } from '../deletion/bin-kinds.rules.ts'

export interface BinRow {
  readonly id: number
  readonly type: BinType
  readonly title: string
  readonly deleted_by: number
  readonly deleted_at: number
  readonly username: string | null
  readonly nickname: string | null
}

export async function findDeleted(
  db: Db,
  siteId: number,
  owner: BinOwner,
  kinds: readonly BinKind[],
  page: PageQuery,
): Promise<Found<BinRow>> {
  if (kinds.length === 0) return { rows: [], total: 0 }
  const each: RawBuilder<unknown>[] = kinds.map(
    (kind) => sql`select b.*, ${sql.lit(kind.type)} as type from (${kind.rows(siteId, owner)}) as b`,
  )
  const all = sql.join(each, sql` union all `)
  const { limit, offset } = boundsOf(page)
  const { rows } = await sql<BinRow>`
    select d.id, d.type, d.title, d.deleted_by, d.deleted_at, u.username, u.nickname
    from (${all}) as d left join users u on u.id = d.deleted_by
    order by d.deleted_at desc, d.type, d.id desc limit ${limit} offset ${offset}`.execute(db)
  const counted = await sql<{ total: number }>`select count(*) as total from (${all}) as d`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}
