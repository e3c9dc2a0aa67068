import type { Migration } from '../platform/sql/migrate.ts'

/** Each total of articles may be split into parts that are summed, so that concurrent writers do not wait for one row. */
export const totalsInParts: Migration = {
  id: 41,
  name: 'totals-in-parts',
  up: ({ integer }) => [
    'alter table article_totals rename to article_totals_before',
    `create table article_totals (
      site_id ${integer} not null,
      kind text not null,
      ref_id ${integer} not null,
      listed ${integer} not null,
      part ${integer} not null default 0,
      total ${integer} not null,
      constraint article_totals_key primary key (site_id, kind, ref_id, listed, part)
    )`,
    `insert into article_totals (site_id, kind, ref_id, listed, total)
      select site_id, kind, ref_id, listed, total from article_totals_before`,
    'drop table article_totals_before',
  ],
}
