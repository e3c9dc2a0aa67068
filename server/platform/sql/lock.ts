import { type SelectQueryBuilder, sql } from 'kysely'
import type { EngineName, WriteHandle } from './handles.ts'

/** Locks the rows until the transaction ends. SQLite has one writer at a time, so there they are locked already. */
export function forUpdate<DB, TB extends keyof DB, O>(
  { engine }: { engine: EngineName },
  query: SelectQueryBuilder<DB, TB, O>,
): SelectQueryBuilder<DB, TB, O> {
  return engine === 'postgres' ? query.forUpdate() : query
}

/** The same against those who change a row, not against those who only refer to it. */
export function forChange<DB, TB extends keyof DB, O>(
  { engine }: { engine: EngineName },
  query: SelectQueryBuilder<DB, TB, O>,
): SelectQueryBuilder<DB, TB, O> {
  return engine === 'postgres' ? query.forNoKeyUpdate() : query
}

/** Keeps the rows as they are until the transaction ends; others may do so at the same time. */
export function unchanged<DB, TB extends keyof DB, O>(
  { engine }: { engine: EngineName },
  query: SelectQueryBuilder<DB, TB, O>,
): SelectQueryBuilder<DB, TB, O> {
  return engine === 'postgres' ? query.forShare() : query
}

/** Locks the rows and leaves out those that another has locked. SQLite has one writer, so there none is. */
export function unlocked<DB, TB extends keyof DB, O>(
  { engine }: { engine: EngineName },
  query: SelectQueryBuilder<DB, TB, O>,
): SelectQueryBuilder<DB, TB, O> {
  return engine === 'postgres' ? query.forUpdate().skipLocked() : query
}

/** Takes the name until this transaction ends, unless somebody has it: then at once false. SQLite has one writer. */
export async function tryTurn<Tables>(tx: WriteHandle<Tables>, name: string): Promise<boolean> {
  if (tx.engine !== 'postgres') return true
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as taken`.execute(tx)
  return rows[0]?.taken ?? false
}

/** Whoever takes the same name waits until this transaction ends; those who share it wait only for one who does not. */
export async function takeTurn<Tables>(
  tx: WriteHandle<Tables>,
  name: string,
  how: 'alone' | 'shared' = 'alone',
): Promise<void> {
  if (tx.engine !== 'postgres') return
  const lock = sql.raw(how === 'alone' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared')
  await sql`select ${lock}(hashtextextended(${name}, 0))`.execute(tx)
}
