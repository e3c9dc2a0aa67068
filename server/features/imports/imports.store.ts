import type { Insertable, Updateable } from 'kysely'
import type { Db, Tx } from '../../database.ts'
import type { ImportItemTable, ImportRow, ImportTable } from './imports.table.ts'

export async function insertImport(tx: Tx, siteId: number, kind: ImportTable['kind']): Promise<number> {
  const { id } = await tx
    .insertInto('imports')
    .values({ site_id: siteId, kind, status: 'running', created_at: tx.now, updated_at: tx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function saveImport(
  tx: Tx,
  id: number,
  changes: Pick<Updateable<ImportTable>, 'status' | 'report'>,
): Promise<void> {
  await tx
    .updateTable('imports')
    .set({ ...changes, updated_at: tx.now })
    .where('id', '=', id)
    .execute()
}

export async function findImport(db: Db, id: number): Promise<ImportRow | undefined> {
  return db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst()
}

/** What was taken from there, if it was. */
export async function findItem(db: Db, siteId: number, origin: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('import_items')
    .select('ref_id')
    .where('site_id', '=', siteId)
    .where('origin', '=', origin)
    .executeTakeFirst()
  return row?.ref_id
}

/** False where another import has just taken the same. */
export async function insertItem(tx: Tx, item: Insertable<ImportItemTable>): Promise<boolean> {
  const made = await tx
    .insertInto('import_items')
    .values(item)
    .onConflict((conflict) => conflict.columns(['site_id', 'origin']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

export async function findItems(
  db: Db,
  importId: number,
  most: number,
): Promise<Array<{ id: number; type: ImportItemTable['type']; ref_id: number }>> {
  return db
    .selectFrom('import_items')
    .select(['id', 'type', 'ref_id'])
    .where('import_id', '=', importId)
    .orderBy('id')
    .limit(most)
    .execute()
}

export async function removeItems(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .deleteFrom('import_items')
    .where('id', 'in', [...ids])
    .execute()
}
