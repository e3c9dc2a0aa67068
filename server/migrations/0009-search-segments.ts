import type { Migration } from '../platform/sql/migrate.ts'

/**
 * FTS5 looks for a word in every segment of its index, and keeps up to three of each size until it merges them. With
 * one of each size a search takes half the time; a change costs a little more.
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
