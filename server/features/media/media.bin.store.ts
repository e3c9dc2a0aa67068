import type { Tx } from '../../database.ts'
import { Problem } from '../../platform/core/problem.ts'
import { forUpdate } from '../../platform/sql/lock.ts'
import type { MediaObjectRow, MediaRow } from './media.table.ts'

const inBin = (tx: Tx, siteId: number) =>
  tx.selectFrom('media').where('site_id', '=', siteId).where('deleted_at', 'is not', null)

export async function lockDeletedMedia(tx: Tx, siteId: number, id: number): Promise<MediaRow> {
  const row = await forUpdate(tx, inBin(tx, siteId).selectAll().where('id', '=', id)).executeTakeFirst()
  if (!row) throw new Problem('deleted-item-not-found')
  return row
}

export async function removeMedia(tx: Tx, siteId: number, id: number): Promise<void> {
  await tx.deleteFrom('media').where('site_id', '=', siteId).where('id', '=', id).execute()
}

export async function lockObjectById(tx: Tx, id: number): Promise<MediaObjectRow> {
  const query = tx.selectFrom('media_objects').selectAll().where('id', '=', id)
  return forUpdate(tx, query).executeTakeFirstOrThrow()
}

export async function isShared(tx: Tx, objectId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('media')
    .select('id')
    .where('object_id', '=', objectId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function removeObject(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('media_objects').where('id', '=', id).execute()
}
