import type { Migration } from '../platform/sql/migrate.ts'

/**
 * What each transaction changed, kept for some minutes: see platform/sql/changes.ts. Rows are only appended, so
 * writers never wait for each other. On PostgreSQL rows are found by transaction, because commits are not in the
 * order of ids.
 */
export const changeLog: Migration = {
  id: 18,
  name: 'change-log',
  up: ({ engine, id, integer }) => [
    'drop table change_stamps',
    `create table change_log (
      id ${id},
      txid ${integer} not null,
      created_at ${integer} not null,
      changes text not null
    )`,
    ...(engine === 'postgres' ? ['create index change_log_txid on change_log (txid)'] : []),
  ],
}
