import { PageSnapshot } from '@inkstone/contract/page-history.ts'
import type { Tx } from '../../database.ts'
import { insertPageRevision } from './history.store.ts'
import type { PageRow } from './pages.table.ts'

const FIELDS = Object.keys(PageSnapshot.properties) as (keyof PageSnapshot)[]

/** Keeps the previous content of a page as a revision. */
export async function savePageRevision(
  tx: Tx,
  before: PageRow,
  changes: Partial<Record<keyof PageSnapshot, string>>,
): Promise<void> {
  if (!FIELDS.some((field) => changes[field] !== undefined && changes[field] !== before[field])) return
  const snapshot = Object.fromEntries(FIELDS.map((field) => [field, before[field]]))
  await insertPageRevision(tx, before, JSON.stringify(snapshot))
}
