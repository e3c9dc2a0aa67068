import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../database.ts'
import { Problem } from '../../platform/core/problem.ts'
import { forUpdate } from '../../platform/sql/lock.ts'
import type { PageRow } from './pages.table.ts'

/** A page has no author. A deleted page belongs to the user who deleted it. */
export function deletedPages(siteId: number, owner: { userId: number } | 'anybody'): RawBuilder<unknown> {
  const mine = owner === 'anybody' ? sql`` : sql`and deleted_by = ${owner.userId}`
  return sql`select id, title, deleted_by, deleted_at from pages where site_id = ${siteId} and deleted_at is not null ${mine}`
}

const inBin = (tx: Tx, siteId: number) =>
  tx.selectFrom('pages').where('site_id', '=', siteId).where('deleted_at', 'is not', null)

export async function deleterOf(tx: Tx, siteId: number, id: number): Promise<number | undefined> {
  const row = await inBin(tx, siteId).select('deleted_by').where('id', '=', id).executeTakeFirst()
  return row?.deleted_by ?? undefined
}

export async function lockDeletedPage(tx: Tx, siteId: number, id: number): Promise<PageRow> {
  const row = await forUpdate(tx, inBin(tx, siteId).selectAll().where('id', '=', id)).executeTakeFirst()
  if (!row) throw new Problem('deleted-item-not-found')
  return row
}

export async function takeOutOfBin(tx: Tx, siteId: number, id: number, alias: string): Promise<void> {
  await tx
    .updateTable('pages')
    .set(({ eb }) => ({ alias, deleted_at: null, deleted_by: null, version: eb('version', '+', 1) }))
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .execute()
}

export async function removePage(tx: Tx, siteId: number, id: number): Promise<void> {
  await tx.deleteFrom('pages').where('site_id', '=', siteId).where('id', '=', id).execute()
}

export async function pagesDeletedBefore(
  tx: Tx,
  siteId: number,
  moment: number,
  limit: number,
): Promise<number[]> {
  const rows = await inBin(tx, siteId)
    .select('id')
    .where('deleted_at', '<', moment)
    .orderBy('deleted_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
