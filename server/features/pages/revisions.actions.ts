import { PageSnapshot } from '@inkstone/contract/page-history.ts'
import type { Tx } from '../../database.ts'
import { insertPageRevision } from './history.store.ts'
import type { PageRow } from './pages.table.ts'

const FIELDS = Object.keys(PageSnapshot.properties) as (keyof PageSnapshot)[]

/** Keeps the previous content of a page as a revision, and returns its number; null if the content stays the same. */
export async function savePageRevision(
  tx: Tx,
  before: PageRow,
  changes: Partial<Record<keyof PageSnapshot, string>>,
): Promise<number | null> {
  if (!FIELDS.some((field) => changes[field] !== undefined && changes[field] !== before[field])) return null
  const snapshot = Object.fromEntries(FIELDS.map((field) => [field, before[field]]))
  return insertPageRevision(tx, before, JSON.stringify(snapshot))
}
