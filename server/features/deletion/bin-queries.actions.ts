import { sql } from 'kysely'
import type { BinKind } from './bin-kinds.rules.ts'

interface BinTable {
  readonly table: 'articles' | 'comments' | 'media' | 'pages'
  /** The SQL for what the bin shows as the title. */
  readonly title: string
  /** Whose it is in the bin: editors see their own. */
  readonly owner: 'author_id' | 'deleted_by' | 'uploader_id'
  /** The SQL for what the bin lists; other deleted rows belong to one that is listed. */
  readonly listed?: string
}

/** The questions that the bin asks of a table, which are the same for every kind. */
export function binQueries({
  table,
  title,
  owner,
  listed = 'deleted_at is not null',
}: BinTable): Pick<BinKind, 'rows' | 'ownerOf' | 'deletedBefore'> {
  const of = (siteId: number) =>
    sql`from ${sql.table(table)} where site_id = ${siteId} and ${sql.raw(listed)}`
  return {
    rows(siteId, asked) {
      const mine = asked === 'anybody' ? sql`` : sql`and ${sql.ref(owner)} = ${asked.userId}`
      return sql`select id, ${sql.raw(title)} as title, deleted_by, deleted_at ${of(siteId)} ${mine}`
    },
    async ownerOf(tx, siteId, id) {
      const query = sql<{
        owner: number | null
      }>`select ${sql.ref(owner)} as owner ${of(siteId)} and id = ${id}`
      const { rows } = await query.execute(tx)
      return rows[0]?.owner ?? undefined
    },
    async deletedBefore(tx, siteId, moment, limit) {
      const query = sql<{
        id: number
      }>`select id ${of(siteId)} and deleted_at < ${moment} order by deleted_at limit ${limit}`
      return (await query.execute(tx)).rows.map(({ id }) => id)
    },
  }
}
