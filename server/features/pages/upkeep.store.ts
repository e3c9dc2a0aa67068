import type { Tx } from '../../database.ts'
import { forUpdate } from '../../platform/sql/lock.ts'

/** Few at a time: each may hold two million characters. */
const PORTION = 20

/** The next by id, held, on whatever site. */
export async function pagesAfter(tx: Tx, id: number) {
  return forUpdate(
    tx,
    tx.selectFrom('pages').select(['id', 'content']).where('id', '>', id).orderBy('id').limit(PORTION),
  ).execute()
}

/** What readers see stays the same, so version and time stay too. */
export async function saveAddresses(tx: Tx, id: number, kept: { content: string }): Promise<void> {
  await tx.updateTable('pages').set(kept).where('id', '=', id).execute()
}
