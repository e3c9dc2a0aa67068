import { sql } from 'kysely'
import type { WriteHandle } from './handles.ts'

/** Has the planner look at the tables anew, after very much was written at once. */
export async function refreshStatistics<Tables>(tx: WriteHandle<Tables>): Promise<void> {
  await sql`analyze`.execute(tx)
  if (tx.engine === 'sqlite') await forgetSamples(tx)
}

/**
 * Some builds of SQLite also keep samples of the values (`sqlite_stat4`). Wherever the planner has looked at them, a
 * statement is compiled anew each time that it is given other values: reading an article then takes four times as long.
 */
async function forgetSamples<Tables>(tx: WriteHandle<Tables>): Promise<void> {
  const { rows } = await sql`select 1 from sqlite_master where name = 'sqlite_stat4'`.execute(tx)
  if (rows.length === 0) return
  await sql`delete from sqlite_stat4`.execute(tx)
  await sql`analyze sqlite_schema`.execute(tx)
}
