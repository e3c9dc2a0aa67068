import { sql } from 'kysely'
import type { WriteHandle } from './handles.ts'

/** Updates the planner statistics after large writes. */
export async function refreshStatistics<Tables>(tx: WriteHandle<Tables>): Promise<void> {
  await sql`analyze`.execute(tx)
  if (tx.engine === 'sqlite') await deleteSamples(tx)
}

/**
 * Some builds of SQLite also store value samples (`sqlite_stat4`). With them, a statement is recompiled for every new
 * value, and reading an article takes four times as long.
 */
async function deleteSamples<Tables>(tx: WriteHandle<Tables>): Promise<void> {
  const { rows } = await sql`select 1 from sqlite_master where name = 'sqlite_stat4'`.execute(tx)
  if (rows.length === 0) return
  await sql`delete from sqlite_stat4`.execute(tx)
  await sql`analyze sqlite_schema`.execute(tx)
}
