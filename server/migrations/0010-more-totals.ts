import type { Migration } from '../platform/sql/migrate.ts'

/** Totals by author and by flag, counted once from the articles; and partial indexes on the flags. */
export const moreTotals: Migration = {
  id: 10,
  name: 'more-totals',
  up: () => [
    `insert into article_totals (site_id, kind, ref_id, listed, total)
      select site_id, 'author', author_id, case when deleted_at is null then status else -1 end as listed, count(*)
      from articles group by site_id, author_id, case when deleted_at is null then status else -1 end`,
    ...(['is_top', 'is_hot', 'is_recommend'] as const).map(
      (flag, index) => `insert into article_totals (site_id, kind, ref_id, listed, total)
        select site_id, 'flag', ${index + 1}, case when deleted_at is null then status else -1 end as listed, count(*)
        from articles where ${flag} = 1 group by site_id, case when deleted_at is null then status else -1 end`,
    ),
    ...['hot', 'recommend'].map(
      (
        flag,
      ) => `create index articles_${flag} on articles (site_id, is_top, created_at, id, status, author_id)
        where is_${flag} = 1 and deleted_at is null`,
    ),
  ],
}
