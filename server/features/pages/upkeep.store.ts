import type { Tx } from '../../database.ts'
import { forUpdate } from '../../platform/sql/lock.ts'

/** Only a few at a time: each may have two million characters. */
const PORTION = 20

/** The next rows by id on any site, locked. */
export async function pagesAfter(tx: Tx, id: number) {
  return forUpdate(
    tx,
    tx.selectFrom('pages').select(['id', 'content']).where('id', '>', id).orderBy('id').limit(PORTION),
  ).execute()
}

/** The visible content does not change, so version and time stay the same. */
export async function saveAddresses(tx: Tx, id: number, kept: { content: string }): Promise<void> {
  await tx.updateTable('pages').set(kept).where('id', '=', id).execute()
}
