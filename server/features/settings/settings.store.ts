import type { Db, Tx } from '../../database.ts'
import { Problem } from '../../platform/core/problem.ts'
import { forUpdate } from '../../platform/sql/lock.ts'

export async function readSettings(db: Db, siteId: number): Promise<string> {
  const row = await db.selectFrom('sites').select('settings').where('id', '=', siteId).executeTakeFirst()
  if (!row) throw new Problem('site-not-found')
  return row.settings
}

export async function lockSettings(tx: Tx, siteId: number): Promise<string> {
  const row = await forUpdate(
    tx,
    tx.selectFrom('sites').select('settings').where('id', '=', siteId),
  ).executeTakeFirst()
  if (!row) throw new Problem('site-not-found')
  return row.settings
}

export async function saveSettings(tx: Tx, siteId: number, settings: string): Promise<void> {
  await tx.updateTable('sites').set({ settings, updated_at: tx.now }).where('id', '=', siteId).execute()
}
