import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { EngineName } from './handles.ts'

/**
 * Reads rows in commit order, so that a reader who continues from the last one never misses any. On SQLite there is one
 * writer at a time, and ids grow with commits. On PostgreSQL ids are assigned before the commit, and a row with a
 * smaller id can appear after one with a larger id. There each row stores the id of its transaction, rows are read in
 * the order of (transaction, id), and rows whose transaction is not older than every running transaction are left for
 * the next read, so that nothing can appear before what was read.
 */

/** Whether all transactions up to this one have ended. */
export function isSettled(engine: EngineName, transactionId: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return engine === 'postgres'
    ? sql`${transactionId} < (pg_snapshot_xmin(pg_current_snapshot())::text::bigint)`
    : sql`true`
}

/** The first transaction that may still write; everything before it has ended. */
export function settledUpTo(engine: EngineName): RawBuilder<number> {
  return engine === 'postgres' ? sql`(pg_snapshot_xmin(pg_current_snapshot())::text::bigint)` : sql`0`
}
