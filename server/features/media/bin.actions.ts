import type { Tx } from '../../database.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { BinKind } from '../deletion/bin-kinds.rules.ts'
import { binQueries } from '../deletion/bin-queries.actions.ts'
import { isShared, lockObjectById, removeMedia, removeObject } from './media.bin.store.ts'
import { removeStored } from './media.rules.ts'
import { saveMedia } from './media.store.ts'
import type { MediaRow } from './media.table.ts'
import { recordMediaChange } from './recording.actions.ts'

const bin = binQueries<MediaRow>({ table: 'media', title: 'filename', owner: 'uploader_id' })

async function restoreMedia(tx: Tx, siteId: number, id: number): Promise<void> {
  const media = await bin.lockDeleted(tx, siteId, id)
  await saveMedia(tx, siteId, id, { deleted_at: null, deleted_by: null })
  await recordMediaChange(tx, siteId, media, 'media.restored')
}

/** The stored file is deleted with its last record, after the commit that no longer needs it. */
async function purgeMedia(tx: Tx, siteId: number, id: number): Promise<void> {
  const media = await bin.lockDeleted(tx, siteId, id)
  const { storage_key } = await lockObjectById(tx, media.object_id)
  await removeMedia(tx, siteId, id)
  if (await isShared(tx, media.object_id)) return
  await removeObject(tx, media.object_id)
  await enqueue(tx, removeStored, { storage_key }, { uniqueKey: storage_key })
}

/** The recycle bin operations of media. */
export const mediaBin: BinKind = {
  type: 'media',
  ...bin,
  restore: restoreMedia,
  purge: purgeMedia,
}
