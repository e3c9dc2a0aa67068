import type { Tx } from '../../database.ts'
import { markOfImported } from '../articles/importing-again.actions.ts'
import { isEditedSince } from '../content/imported-again.rules.ts'
import { markOfImportedPage } from '../pages/importing-again.actions.ts'
import type { KnownItem } from './imports.store.ts'
import { saveItem } from './items-again.store.ts'

type Item = Pick<KnownItem, 'id' | 'type' | 'ref_id' | 'written'>

/** Those of these texts that nobody has edited here since the import wrote them. */
export async function uneditedTexts(tx: Tx, siteId: number, items: readonly Item[]): Promise<Item[]> {
  const unedited: Item[] = []
  for (const item of items) {
    const present = await markOf(tx, siteId, item)
    if (present !== undefined && !isEditedSince(item.written, present)) unedited.push(item)
  }
  return unedited
}

/** Stores how these texts are now, after URLs in them were replaced. */
export async function markTexts(tx: Tx, siteId: number, items: readonly Item[]): Promise<void> {
  for (const item of items) {
    const written = await markOf(tx, siteId, item)
    if (written !== undefined) await saveItem(tx, item.id, { written })
  }
}

function markOf(tx: Tx, siteId: number, { type, ref_id }: Item): Promise<string | undefined> {
  return (type === 'page' ? markOfImportedPage : markOfImported)(tx, siteId, ref_id)
}
