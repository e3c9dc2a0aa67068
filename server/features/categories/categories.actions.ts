import type { Tx } from '../../database.ts'
import { insertCategory, removeCategoriesOf } from './categories.store.ts'

/** The category in which things land that have no other: each site has one from its first moment. */
export async function createDefaultCategory(tx: Tx, siteId: number): Promise<number> {
  const { id } = await insertCategory(tx, {
    site_id: siteId,
    parent_id: null,
    name: 'Uncategorized',
    alias: 'uncategorized',
  })
  return id
}

export const removeCategoriesOfSite: (tx: Tx, siteId: number) => Promise<void> = removeCategoriesOf
