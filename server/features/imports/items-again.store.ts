import type { ImportKind } from '@inkstone/contract/imports.ts'
import type { Updateable } from 'kysely'
import type { Db, Tx } from '../../database.ts'
import { type ItemInImport, KNOWN, type KnownItem } from './imports.store.ts'
import type { ImportItemTable, ImportRow } from './imports.table.ts'

/** All imports of this kind, oldest first. */
export async function importsOfKind(
  db: Db,
  siteId: number,
  kind: ImportKind,
): Promise<Pick<ImportRow, 'id' | 'source' | 'updated_at'>[]> {
  return db
    .selectFrom('imports')
    .select(['id', 'source', 'updated_at'])
    .where('site_id', '=', siteId)
    .where('kind', '=', kind)
    .orderBy('id')
    .execute()
}

/** The articles and pages of an import, with their names in the source. */
export async function findPlaces(db: Db, importId: number): Promise<{ id: number; place: string }[]> {
  return db
    .selectFrom('import_items')
    .select(['id', 'place'])
    .where('import_id', '=', importId)
    .where('type', 'in', ['article', 'page'])
    .orderBy('id')
    .execute()
}

export async function findItem(db: Db, id: number): Promise<KnownItem | undefined> {
  return db.selectFrom('import_items').select(KNOWN).where('id', '=', id).executeTakeFirst()
}

export async function saveItem(tx: Tx, id: number, changes: Updateable<ImportItemTable>): Promise<void> {
  await tx.updateTable('import_items').set(changes).where('id', '=', id).execute()
}

/** The names of the texts that this import changed. */
export async function updatedPlaces(db: Db, importId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('import_items')
    .select('place')
    // For the index.
    .where('updated_in', '>', 0)
    .where('updated_in', '=', importId)
    .orderBy('id')
    .execute()
  return rows.map(({ place }) => place)
}

/** The texts that this import wrote or changed, and whose links are not all resolved. */
export async function itemsWithOpenLinks(
  db: Db,
  importId: number,
  most: number,
): Promise<(ItemInImport & Pick<KnownItem, 'written'>)[]> {
  const open = db
    .selectFrom('import_items')
    .select(['id', 'place', 'type', 'ref_id', 'written'])
    .where('open_links', '=', 1)
    .limit(most)
  const written = await open.where('import_id', '=', importId).orderBy('id').execute()
  if (written.length > 0) return written
  return open.where('updated_in', '>', 0).where('updated_in', '=', importId).orderBy('id').execute()
}

export async function closeLinks(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx
    .updateTable('import_items')
    .set({ open_links: 0 })
    .where('id', 'in', [...ids])
    .execute()
}
