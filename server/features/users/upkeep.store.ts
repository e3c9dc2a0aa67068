import type { Tx } from '../../database.ts'
import { forUpdate } from '../../platform/sql/lock.ts'

const PORTION = 200

/** The next rows by id, locked. */
export async function avatarsAfter(tx: Tx, id: number) {
  return forUpdate(
    tx,
    tx.selectFrom('users').select(['id', 'avatar']).where('id', '>', id).orderBy('id').limit(PORTION),
  ).execute()
}

export async function saveAvatar(tx: Tx, id: number, avatar: string): Promise<void> {
  await tx.updateTable('users').set({ avatar }).where('id', '=', id).execute()
}
