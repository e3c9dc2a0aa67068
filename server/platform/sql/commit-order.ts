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
  return engine === 'postgres' ? sql`${transactionId} < ${settledUpTo(engine)}` : sql`true`
}

/**
 * The first transaction that may still write; everything before it has ended. PostgreSQL's snapshot also contains the
 * transactions of other databases on the same server. They cannot write here and are left out if their lock shows where
 * they run; a transaction without a known database counts as ours.
 */
export function settledUpTo(engine: EngineName): RawBuilder<number> {
  // The snapshot of a replica does not list the transactions that are running on the primary.
  return engine === 'postgres'
    ? sql`(select case when pg_is_in_recovery() then pg_snapshot_xmin(pg_current_snapshot())::text::bigint else (
        select coalesce(min(running::text::bigint), pg_snapshot_xmax(pg_current_snapshot())::text::bigint)
        from pg_snapshot_xip(pg_current_snapshot()) as running
        where not exists (
          select from pg_locks join pg_stat_activity using (pid)
          where locktype = 'transactionid' and mode = 'ExclusiveLock' and granted
            and transactionid = running::xid
            and datname <> current_database()
        )
      ) end)`
    : sql`0`
}
