import { FTS5_TOKENIZER } from '../platform/search/fts5.ts'
import type { Migration } from '../platform/sql/migrate.ts'

/**
 * The index contains only tokens; results are read from the articles. On SQLite the rowid of an entry is the id of
 * its article. On PostgreSQL new entries go to a pending list and are merged together, which takes a fourth of the
 * time. Every search reads that list, so it is limited to 256 kB instead of the usual 4 MB.
 */
export const search: Migration = {
  id: 3,
  name: 'search',
  up: ({ engine, integer }) =>
    engine === 'sqlite'
      ? [
          `create virtual table article_search using fts5 (
            words, content = '', contentless_delete = 1, tokenize = '${FTS5_TOKENIZER}'
          )`,
        ]
      : [
          `create table article_search (
            article_id ${integer} primary key,
            words tsvector not null,
            constraint article_search_article_id_fk foreign key (article_id) references articles (id) on delete cascade
          )`,
          `create index article_search_words on article_search using gin (words)
            with (fastupdate = on, gin_pending_list_limit = 256)`,
        ],
}
