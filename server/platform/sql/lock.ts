import { type SelectQueryBuilder, sql } from 'kysely'
import type { EngineName, WriteHandle } from './handles.ts'
import { together } from './together.ts'

/** Locks the rows until the transaction ends. SQLite has one writer at a time, so no locks are needed. */
export function forUpdate<DB, TB extends keyof DB, O>(
  { engine }: { engine: EngineName },
  query: SelectQueryBuilder<DB, TB, O>,
): SelectQueryBuilder<DB, TB, O> {
  return engine === 'postgres' ? query.forUpdate() : query
}

/** The same lock, which does not block foreign key references. */
export function forChange<DB, TB extends keyof DB, O>(
  { engine }: { engine: EngineName },
  query: SelectQueryBuilder<DB, TB, O>,
): SelectQueryBuilder<DB, TB, O> {
  return engine === 'postgres' ? query.forNoKeyUpdate() : query
}

/** Locks the rows and skips those that are already locked. On SQLite none are. */
export function skipLocked<DB, TB extends keyof DB, O>(
  { engine }: { engine: EngineName },
  query: SelectQueryBuilder<DB, TB, O>,
): SelectQueryBuilder<DB, TB, O> {
  return engine === 'postgres' ? query.forUpdate().skipLocked() : query
}

/** Runs statements that do nothing but lock rows until the transaction ends. On SQLite they are not needed. */
export async function lockRows(
  { engine }: { engine: EngineName },
  ...statements: readonly (() => Promise<unknown>)[]
): Promise<void> {
  if (engine === 'postgres') await together(...statements.map((run) => run()))
}

/** Takes a named lock until this transaction ends, or returns false immediately. SQLite has one writer. */
export async function tryNamedLock<Tables>(tx: WriteHandle<Tables>, name: string): Promise<boolean> {
  if (tx.engine !== 'postgres') return true
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as taken`.execute(tx)
  return rows[0]?.taken ?? false
}

/** Waits for a named lock until this transaction ends; shared holders only wait for an exclusive one. */
export async function takeNamedLock<Tables>(
  tx: WriteHandle<Tables>,
  name: string,
  how: 'alone' | 'shared' = 'alone',
): Promise<void> {
  if (tx.engine !== 'postgres') return
  const lock = sql.raw(how === 'alone' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared')
  await sql`select ${lock}(hashtextextended(${name}, 0))`.execute(tx)
}
