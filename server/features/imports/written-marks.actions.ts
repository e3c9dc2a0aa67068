import type { Tx } from '../../database.ts'
import { markOfImported } from '../articles/importing-again.actions.ts'
import { markOfImportedPage } from '../pages/importing-again.actions.ts'
import type { ItemInImport } from './imports.store.ts'
import { saveItem } from './items-again.store.ts'

/** Stores how the texts are now, after URLs in them were replaced. */
export async function markTexts(tx: Tx, siteId: number, items: readonly ItemInImport[]): Promise<void> {
  for (const { id, type, ref_id } of items) {
    const written = await (type === 'page' ? markOfImportedPage : markOfImported)(tx, siteId, ref_id)
    if (written !== undefined) await saveItem(tx, id, { written })
  }
}
