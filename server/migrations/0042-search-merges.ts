import type { Migration } from '../platform/sql/migrate.ts'

/**
 * FTS5 merged segments of its index within the commit of an article, which then took up to a quarter of a second and
 * blocked all requests. Now only sixteen of a size are merged there, which takes a few milliseconds; the hourly cleanup
 * merges the rest in small steps.
 */
export const searchMerges: Migration = {
  id: 42,
  name: 'search-merges',
  up: ({ engine }) =>
    engine === 'sqlite' ? [`insert into article_search (article_search, rank) values ('automerge', 0)`] : [],
}
