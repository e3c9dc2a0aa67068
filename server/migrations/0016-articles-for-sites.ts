import type { Migration } from '../platform/sql/migrate.ts'

/**
 * For websites that use the API: an alias, and an order by publication. `sorted_at` is the sort key of "newest": the
 * publish time of published articles, the creation time of the rest. The link tables contain it too.
 *
 * Existing articles first get `article-{id}`, because only SQL is fast enough while the service waits. A job then
 * generates aliases from the titles.
 */
export const articlesForSites: Migration = {
  id: 16,
  name: 'articles-for-sites',
  up: ({ integer }) => [
    ...['articles_top_first', 'articles_by_status', 'articles_hot', 'articles_recommend'].map(
      (index) => `drop index ${index}`,
    ),
    `drop index articles_author_id`,
    `alter table articles add column alias text not null default ''`,
    // The alias in lower case: two that differ only in case are the same.
    `alter table articles add column alias_key text not null default ''`,
    // Whether the article was ever public under this alias. If so, the old alias still redirects after a change.
    `alter table articles add column alias_public ${integer} not null default 0`,
    `alter table articles add column sorted_at ${integer} not null default 0`,
    `update articles set alias = 'article-' || id, alias_key = 'article-' || id,
      alias_public = case when status = 1 then 1 else 0 end,
      sorted_at = case when status = 1 then coalesce(publish_at, created_at) else created_at end`,
    `create unique index articles_site_id_alias_key_unique on articles (site_id, alias_key)`,
    `create index articles_top_first on articles (site_id, is_top, sorted_at, id, status, author_id, is_hot) where deleted_at is null`,
    `create index articles_by_status on articles (site_id, status, is_top, sorted_at, id) where deleted_at is null`,
    `create index articles_newest on articles (site_id, sorted_at, id, status, author_id, is_hot) where deleted_at is null`,
    `create index articles_by_publication on articles (site_id, coalesce(publish_at, -99999999999999), id, status, author_id) where deleted_at is null`,
    `create index articles_by_update on articles (site_id, updated_at, id, status, author_id) where deleted_at is null`,
    `create index articles_author_id on articles (author_id, site_id, sorted_at, id) where deleted_at is null`,
    ...['hot', 'recommend'].map(
      (flag) => `create index articles_${flag} on articles (site_id, is_top, sorted_at, id, status, author_id)
        where is_${flag} = 1 and deleted_at is null`,
    ),
    ...(['categories', 'tags'] as const).flatMap((links) => {
      const table = `article_${links}`
      const column = links === 'categories' ? 'category_id' : 'tag_id'
      return [
        `drop index ${table}_list`,
        `alter table ${table} rename column created_at to sorted_at`,
        `update ${table} set sorted_at = (select a.sorted_at from articles a where a.id = ${table}.article_id)
          where article_id in (select id from articles where sorted_at <> created_at)`,
        `create index ${table}_list on ${table} (${column}, listed, is_top, sorted_at, article_id)`,
        `create index ${table}_newest on ${table} (${column}, listed, sorted_at, article_id)`,
      ]
    }),
    `create index article_counters_likes on article_counters (site_id, like_count, article_id, listed)`,
    `create index article_counters_comments on article_counters (site_id, comment_count, article_id, listed)`,
    `create table article_old_aliases (
      site_id ${integer} not null,
      alias_key text not null,
      article_id ${integer} not null,
      primary key (site_id, alias_key),
      constraint article_old_aliases_article_id_fk foreign key (article_id) references articles (id) on delete cascade
    )`,
    `create index article_old_aliases_article_id on article_old_aliases (article_id)`,
    `alter table users add column bio text not null default ''`,
  ],
}
