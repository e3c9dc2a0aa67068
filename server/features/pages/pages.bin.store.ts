import type { Tx } from '../../database.ts'
import { Problem } from '../../platform/core/problem.ts'
import { forUpdate } from '../../platform/sql/lock.ts'
import type { PageRow } from './pages.table.ts'

const inBin = (tx: Tx, siteId: number) =>
  tx.selectFrom('pages').where('site_id', '=', siteId).where('deleted_at', 'is not', null)

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
