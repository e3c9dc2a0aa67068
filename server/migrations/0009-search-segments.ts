import type { Migration } from '../platform/sql/migrate.ts'

/**
 * FTS5 searches every segment of its index, and keeps up to three of each size before it merges them. With one of
 * each size a search takes half the time, and a change slightly longer.
 */
export const searchSegments: Migration = {
  id: 9,
  name: 'search-segments',
  up: ({ engine }) =>
    engine === 'sqlite'
      ? ['automerge', 'usermerge'].map(
          (name) => `insert into article_search (article_search, rank) values ('${name}', 2)`,
        )
      : [],
}
