import type { Tx } from '../../database.ts'
import { recordChange } from '../changes/changes.actions.ts'
import { MANAGERS, NOBODY, READERS } from '../changes/changes.table.ts'
import { isShownToReaders } from './uses.store.ts'

type Happened = 'media.created' | 'media.updated' | 'media.deleted' | 'media.restored'

/**
 * For the feed of changes. Media records are visible to their uploader and to users who manage media. Readers see those
 * in published texts with the texts.
 */
export async function recordMediaChange(
  tx: Tx,
  siteId: number,
  { id, name, uploader_id }: { readonly id: number; readonly name: string; readonly uploader_id: number },
  happened: Happened,
): Promise<void> {
  const isNew = happened === 'media.created' || happened === 'media.restored'
  const isShown = happened !== 'media.created' && (await isShownToReaders(tx, siteId, { id, name }))
  const seen = isShown ? READERS : MANAGERS
  await recordChange(tx, {
    siteId,
    type: 'media',
    id,
    ownerId: uploader_id,
    before: isNew ? NOBODY : seen,
    after: happened === 'media.deleted' ? NOBODY : seen,
  })
}
