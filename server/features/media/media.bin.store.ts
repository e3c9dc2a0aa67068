import type { Tx } from '../../database.ts'
import { forUpdate } from '../../platform/sql/lock.ts'
import type { MediaObjectRow } from './media.table.ts'

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
