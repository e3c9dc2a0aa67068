import type { Migration } from '../platform/sql/migrate.ts'

/**
 * The feed of changes. Positions must never appear out of order. On SQLite there is one writer, so the id is enough.
 * On PostgreSQL a transaction with an earlier id may commit later, so a row also stores the id of its transaction,
 * and readers wait for older transactions (server/platform/sql/commit-order.ts).
 */
export const changes: Migration = {
  id: 20,
  name: 'changes',
  up: ({ engine, id, integer, text }) => [
    `create table changes (
      id ${id},
      transaction_id ${integer} not null default ${engine === 'postgres' ? '(pg_current_xact_id()::text::bigint)' : '0'},
      site_id ${integer} not null,
      type ${text} not null,
      subject_id ${integer} not null,
      alias ${text} not null default '',
      owner_id ${integer} not null default 0,
      seen_before ${integer} not null,
      seen_after ${integer} not null,
      created_at ${integer} not null,
      constraint changes_seen_before_check check (seen_before in (0, 1, 2)),
      constraint changes_seen_after_check check (seen_after in (0, 1, 2))
    )`,
    'create index changes_of_site on changes (site_id, transaction_id, id)',
    'create index changes_by_age on changes (created_at)',
    'create index changes_in_order on changes (transaction_id, id)',
  ],
}
