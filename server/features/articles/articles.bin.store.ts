import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../database.ts'

export function deletedArticles(siteId: number, owner: { userId: number } | 'anybody'): RawBuilder<unknown> {
  const mine = owner === 'anybody' ? sql`` : sql`and author_id = ${owner.userId}`
  return sql`select id, title, deleted_by, deleted_at from articles where site_id = ${siteId} and deleted_at is not null ${mine}`
}

export async function authorOfDeleted(tx: Tx, siteId: number, id: number): Promise<number | undefined> {
  const row = await tx
    .selectFrom('articles')
    .select('author_id')
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()
  return row?.author_id
}

export async function articlesDeletedBefore(
  tx: Tx,
  siteId: number,
  moment: number,
  limit: number,
): Promise<number[]> {
  const rows = await tx
    .selectFrom('articles')
    .select('id')
    .where('site_id', '=', siteId)
    .where('deleted_at', '<', moment)
    .orderBy('deleted_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
