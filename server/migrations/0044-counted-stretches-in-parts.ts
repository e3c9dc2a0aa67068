import type { Migration } from '../platform/sql/migrate.ts'

/**
 * The version of a block of articles in the search index is the sum of four rows, of which each connection changes one.
 * All new articles are in the last block: with one row each creation waited until the one before was on disk.
 */
export const countedStretchesInParts: Migration = {
  id: 44,
  name: 'counted-stretches-in-parts',
  up: ({ engine }) =>
    engine === 'sqlite'
      ? []
      : [
          `alter table article_search_stretches
            add column part integer not null default 0,
            add column changes integer not null default 0,
            drop constraint article_search_stretches_pkey,
            add primary key (stretch, part)`,
          // A transaction counts once in each block.
          `create or replace function tell_article_search_stretch() returns trigger language plpgsql set search_path from current as $$
            begin
              insert into article_search_stretches as known (stretch, part, changed_by, changes)
                values (coalesce(new.article_id, old.article_id) >> 8, pg_backend_pid() & 3, txid_current(), 1)
                on conflict (stretch, part) do update set changed_by = excluded.changed_by, changes = known.changes + 1
                where known.changed_by <> excluded.changed_by;
              return null;
            end
          $$`,
          `create or replace function tell_every_article_search_stretch() returns trigger language plpgsql set search_path from current as $$
            begin
              update article_search_stretches set changed_by = txid_current(), changes = changes + 1;
              return null;
            end
          $$`,
        ],
}
