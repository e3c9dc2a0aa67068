import type { PageQuery } from '@inkstone/contract/schema.ts'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db, Tx } from '../../database.ts'
import { boundsOf, type Found } from '../../platform/core/page.ts'
import { insertRows } from '../../platform/sql/rows.ts'
import type {
  AddressedType,
  ImportAddressTable,
  ImportedType,
  ImportItemTable,
  ImportLossTable,
  ImportRow,
  ImportTable,
} from './imports.table.ts'

export async function insertImport(
  tx: Tx,
  row: Omit<Insertable<ImportTable>, 'created_at' | 'updated_at'>,
): Promise<number> {
  const { id } = await tx
    .insertInto('imports')
    .values({ ...row, created_at: tx.now, updated_at: tx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function saveImport(tx: Tx, id: number, changes: Updateable<ImportTable>): Promise<void> {
  await tx
    .updateTable('imports')
    .set({ ...changes, updated_at: tx.now })
    .where('id', '=', id)
    .execute()
}

export async function findImport(db: Db, siteId: number, id: number): Promise<ImportRow | undefined> {
  return db
    .selectFrom('imports')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function findImports(db: Db, siteId: number, page: PageQuery): Promise<Found<ImportRow>> {
  const { limit, offset } = boundsOf(page)
  const found = db.selectFrom('imports').where('site_id', '=', siteId)
  const rows = await found.selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute()
  const { total } = await found
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

/** The last import of the same source that was interrupted or failed. */
export async function findUnfinished(
  db: Db,
  siteId: number,
  kind: ImportTable['kind'],
  source: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('imports')
    .select('id')
    .where('site_id', '=', siteId)
    .where('kind', '=', kind)
    .where('source', '=', source)
    .where('status', 'in', ['running', 'failed'])
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row?.id
}

/** What is read of an item that was imported before. */
export const KNOWN = [
  'id',
  'origin',
  'import_id',
  'type',
  'ref_id',
  'place',
  'file_marks',
  'written',
] as const
export type KnownItem = Pick<Selectable<ImportItemTable>, (typeof KNOWN)[number]>

const MAX_PER_STATEMENT = 500

/** The items that were imported before from these origins. */
export async function findItems(
  db: Db,
  siteId: number,
  origins: readonly string[],
): Promise<Map<string, KnownItem>> {
  const known = new Map<string, KnownItem>()
  for (let at = 0; at < origins.length; at += MAX_PER_STATEMENT) {
    const rows = await db
      .selectFrom('import_items')
      .select(KNOWN)
      .where('site_id', '=', siteId)
      .where('origin', 'in', origins.slice(at, at + MAX_PER_STATEMENT))
      .execute()
    for (const item of rows) known.set(item.origin, item)
  }
  return known
}

/** False if another import has just inserted it. */
export async function insertItem(tx: Tx, item: Insertable<ImportItemTable>): Promise<boolean> {
  const made = await tx
    .insertInto('import_items')
    .values(item)
    .onConflict((conflict) => conflict.columns(['site_id', 'origin']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

/** Skips existing items, and returns how many were new. */
export async function insertItems(tx: Tx, items: readonly Insertable<ImportItemTable>[]): Promise<number> {
  const made = await insertRows(tx, 'import_items', items, {
    skipConflictsOn: ['site_id', 'origin'],
    returning: ['id'],
  })
  return made.length
}

export type ItemInImport = Pick<KnownItem, 'id' | 'place' | 'type' | 'ref_id'>

export async function itemsOfImport(
  db: Db,
  importId: number,
  { most, after = 0, filesLast = false }: ItemsWanted,
): Promise<ItemInImport[]> {
  let items = db
    .selectFrom('import_items')
    .select(['id', 'place', 'type', 'ref_id'])
    .where('import_id', '=', importId)
    .where('id', '>', after)
  if (filesLast) items = items.orderBy(({ eb }) => eb.case().when('type', '=', 'media').then(1).else(0).end())
  return items.orderBy('id').limit(most).execute()
}

interface ItemsWanted {
  readonly most: number
  readonly after?: number
  readonly filesLast?: boolean
}

export async function countItems(db: Db, importId: number): Promise<Map<ImportedType, number>> {
  const rows = await db
    .selectFrom('import_items')
    .select(['type', ({ fn }) => fn.countAll<number>().as('count')])
    .where('import_id', '=', importId)
    .groupBy('type')
    .execute()
  return new Map(rows.map(({ type, count }) => [type, Number(count)]))
}

export async function authorsOfImport(db: Db, importId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('import_items')
    .select('origin')
    .where('import_id', '=', importId)
    .where('type', '=', 'author')
    .orderBy('id')
    .execute()
  return rows.map(({ origin }) => origin.slice('author '.length))
}

export async function removeItems(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .deleteFrom('import_items')
    .where('id', 'in', [...ids])
    .execute()
}

export async function insertAddresses(
  tx: Tx,
  addresses: readonly Insertable<ImportAddressTable>[],
): Promise<void> {
  await insertRows(tx, 'import_addresses', addresses, { skipConflictsOn: ['site_id', 'address_hash'] })
}

export async function findAddressed(
  db: Db,
  siteId: number,
  hashes: readonly string[],
): Promise<Map<string, { type: AddressedType; ref_id: number }>> {
  const found = new Map<string, { type: AddressedType; ref_id: number }>()
  for (let at = 0; at < hashes.length; at += MAX_PER_STATEMENT) {
    const rows = await db
      .selectFrom('import_addresses')
      .select(['address_hash', 'type', 'ref_id'])
      .where('site_id', '=', siteId)
      .where('address_hash', 'in', hashes.slice(at, at + MAX_PER_STATEMENT))
      .execute()
    for (const { address_hash, ...item } of rows) found.set(address_hash, item)
  }
  return found
}

/** The original public URLs of imported items, in portions. */
export async function mainAddresses(
  db: Db,
  importId: number,
  after: number,
  most: number,
): Promise<{ id: number; address: string; type: AddressedType; ref_id: number }[]> {
  return db
    .selectFrom('import_addresses')
    .select(['id', 'address', 'type', 'ref_id'])
    .where('import_id', '=', importId)
    .where('is_main', '=', 1)
    .where('id', '>', after)
    .orderBy('id')
    .limit(most)
    .execute()
}

export async function removeAddresses(tx: Tx, importId: number): Promise<void> {
  await tx.deleteFrom('import_addresses').where('import_id', '=', importId).execute()
}

/** The same loss is stored once, even if an import is resumed several times. */
export async function insertLosses(tx: Tx, losses: readonly Insertable<ImportLossTable>[]): Promise<void> {
  for (let at = 0; at < losses.length; at += MAX_PER_STATEMENT)
    await tx
      .insertInto('import_losses')
      .values(losses.slice(at, at + MAX_PER_STATEMENT))
      .onConflict((conflict) => conflict.columns(['import_id', 'loss_hash']).doNothing())
      .execute()
}

export async function findLosses(
  db: Db,
  importId: number,
  most: number,
): Promise<{ losses: { place: string; what: string }[]; total: number }> {
  const found = db.selectFrom('import_losses').where('import_id', '=', importId)
  const losses = await found.select(['place', 'what']).orderBy('id').limit(most).execute()
  const { total } = await found
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { losses, total: Number(total) }
}
