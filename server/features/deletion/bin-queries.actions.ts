import { sql } from 'kysely'
import type { Tx } from '../../database.ts'
import { Problem } from '../../platform/core/problem.ts'
import { dialectOf } from '../../platform/sql/dialects.ts'
import type { BinKind } from './bin-kinds.rules.ts'

interface BinTable {
  readonly table: 'articles' | 'comments' | 'media' | 'pages'
  /** The SQL expression of the title in the bin. */
  readonly title: string
  /** The column of the owner: editors see only their own items. */
  readonly owner: 'author_id' | 'deleted_by' | 'uploader_id'
  /** The SQL condition of listed items. Other deleted rows belong to a listed one. */
  readonly listed?: string
}

interface LockDeleted<Row> {
  /** Locks an item of the bin until the transaction ends. */
  lockDeleted(tx: Tx, siteId: number, id: number): Promise<Row>
}

/** The queries of the recycle bin, which are the same for every table. */
export function binQueries<Row>({
  table,
  title,
  owner,
  listed = 'deleted_at is not null',
}: BinTable): Pick<BinKind, 'rows' | 'ownerOf' | 'deletedBefore'> & LockDeleted<Row> {
  const of = (siteId: number) =>
    sql`from ${sql.table(table)} where site_id = ${siteId} and ${sql.raw(listed)}`
  return {
    rows(siteId, scope) {
      const mine = scope === 'anybody' ? sql`` : sql`and ${sql.ref(owner)} = ${scope.userId}`
      return sql`select id, ${sql.raw(title)} as title, deleted_by, deleted_at ${of(siteId)} ${mine}`
    },
    async ownerOf(tx, siteId, id) {
      const query = sql<{
        owner: number | null
      }>`select ${sql.ref(owner)} as owner ${of(siteId)} and id = ${id}`
      const { rows } = await query.execute(tx)
      return rows[0]?.owner ?? undefined
    },
    async lockDeleted(tx, siteId, id) {
      const query = sql<Row>`select * ${of(siteId)} and id = ${id} ${dialectOf(tx.engine).forUpdate}`
      const [row] = (await query.execute(tx)).rows
      if (!row) throw new Problem('deleted-item-not-found')
      return row
    },
    async deletedBefore(tx, siteId, moment, limit) {
      const query = sql<{
        id: number
      }>`select id ${of(siteId)} and deleted_at < ${moment} order by deleted_at, id limit ${limit}`
      return (await query.execute(tx)).rows.map(({ id }) => id)
    },
  }
}
