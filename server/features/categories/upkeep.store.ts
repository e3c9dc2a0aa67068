import type { Tx } from '../../database.ts'
import { forUpdate } from '../../platform/sql/lock.ts'

const PORTION = 200

/** The next rows by id on any site, locked. */
export async function picturesAfter(tx: Tx, id: number) {
  return forUpdate(
    tx,
    tx
      .selectFrom('categories')
      .select(['id', 'cover', 'icon'])
      .where('id', '>', id)
      .orderBy('id')
      .limit(PORTION),
  ).execute()
}

export async function savePictures(tx: Tx, id: number, kept: { cover: string; icon: string }): Promise<void> {
  await tx.updateTable('categories').set(kept).where('id', '=', id).execute()
}
