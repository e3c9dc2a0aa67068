import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { SqlEngine, WriteHandle } from './handles.ts'

const PORTION = 1_000

/**
 * Deletes rows in portions, each in its own transaction, so that others do not wait long. `key` identifies the rows.
 */
export async function deleteInPortions<Tables>(
  engine: SqlEngine<Tables>,
  table: string,
  key: readonly string[],
  condition: (now: number) => RawBuilder<SqlBool>,
): Promise<number> {
  let total = 0
  for (let portion = PORTION; portion === PORTION; total += portion)
    portion = await engine.transact((tx) => deleteSome(tx, table, key, condition(tx.now)))
  return total
}

async function deleteSome<Tables>(
  tx: WriteHandle<Tables>,
  table: string,
  key: readonly string[],
  condition: RawBuilder<SqlBool>,
): Promise<number> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  const { numAffectedRows } = await sql`delete from ${sql.table(table)} where (${columns}) in (
    select ${columns} from ${sql.table(table)} where ${condition} limit ${PORTION})`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
