import type { Migration } from '../platform/sql/migrate.ts'

/**
 * The transaction that last changed a search entry in a block of 256 consecutive article ids. A count of a block is
 * valid as long as that transaction is the last. It is written at the end of a transaction, to avoid deadlocks with
 * writers that hold an article.
 */
export const countedStretches: Migration = {
  id: 12,
  name: 'counted-stretches',
  up: ({ engine, integer }) =>
    engine === 'sqlite'
      ? []
      : [
          `create table article_search_stretches (
            stretch ${integer} primary key,
            changed_by ${integer} not null
          ) with (fillfactor = 50)`,
          `insert into article_search_stretches (stretch, changed_by)
            select distinct article_id >> 8, txid_current() from article_search`,
          `create function tell_article_search_stretch() returns trigger language plpgsql set search_path from current as $$
            begin
              insert into article_search_stretches (stretch, changed_by)
                values (coalesce(new.article_id, old.article_id) >> 8, txid_current())
                on conflict (stretch) do update set changed_by = excluded.changed_by
                where article_search_stretches.changed_by <> excluded.changed_by;
              return null;
            end
          $$`,
          `create function tell_every_article_search_stretch() returns trigger language plpgsql set search_path from current as $$
            begin
              update article_search_stretches set changed_by = txid_current();
              return null;
            end
          $$`,
          `create constraint trigger article_search_changed after insert or update or delete on article_search
            deferrable initially deferred for each row execute function tell_article_search_stretch()`,
          `create trigger article_search_emptied after truncate on article_search
            for each statement execute function tell_every_article_search_stretch()`,
        ],
}
