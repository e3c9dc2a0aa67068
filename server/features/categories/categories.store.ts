import type { Insertable } from 'kysely'
import type { Tx } from '../../database.ts'
import type { CategoryRow, CategoryTable } from './categories.table.ts'

export async function insertCategory(
  tx: Tx,
  category: Omit<Insertable<CategoryTable>, 'created_at' | 'updated_at'>,
): Promise<CategoryRow> {
  return tx
    .insertInto('categories')
    .values({ ...category, created_at: tx.now, updated_at: tx.now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function removeCategoriesOf(tx: Tx, siteId: number): Promise<void> {
  await tx.deleteFrom('categories').where('site_id', '=', siteId).execute()
}
