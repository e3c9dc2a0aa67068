import type { Tx } from '../../database.ts'
import { recordChange } from '../changes/changes.actions.ts'
import { MANAGERS, NOBODY } from '../changes/changes.table.ts'

type Happened = 'media.created' | 'media.updated' | 'media.deleted' | 'media.restored'

/** For the feed of changes. Media records are visible to their uploader and to users who manage media. */
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
