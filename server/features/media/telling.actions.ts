import type { Tx } from '../../database.ts'
import { recordChange } from '../changes/changes.actions.ts'
import { MANAGERS, NOBODY } from '../changes/changes.table.ts'

type Happened = 'media.created' | 'media.updated' | 'media.deleted' | 'media.restored'

/** For those who follow the changes. Records of files are for their uploader and those who manage files. */
export async function recordMediaChange(
  tx: Tx,
  siteId: number,
  { id, uploader_id }: { readonly id: number; readonly uploader_id: number },
  happened: Happened,
): Promise<void> {
  const isNew = happened === 'media.created' || happened === 'media.restored'
  await recordChange(tx, {
    siteId,
    type: 'media',
    id,
    ownerId: uploader_id,
    before: isNew ? NOBODY : MANAGERS,
    after: happened === 'media.deleted' ? NOBODY : MANAGERS,
  })
}
