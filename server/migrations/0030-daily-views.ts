import type { Migration } from '../platform/sql/migrate.ts'

/** Views of published articles per day, and saved views of the list. */
export const dailyViews: Migration = {
  id: 30,
  name: 'daily-views',
  up: ({ id, integer, text }) => [
    `create table article_daily_views (
      article_id ${integer} not null,
      day ${integer} not null,
      site_id ${integer} not null,
      views ${integer} not null,
      primary key (article_id, day),
      constraint article_daily_views_article_id_fk foreign key (article_id) references articles (id) on delete cascade
    )`,
    `create index article_daily_views_of_site on article_daily_views (site_id, day, article_id, views)`,
    `create table saved_views (
      id ${id},
      site_id ${integer} not null,
      user_id ${integer} not null,
      name ${text} not null,
      query ${text} not null,
      created_at ${integer} not null,
      constraint saved_views_site_id_user_id_name_unique unique (site_id, user_id, name),
      constraint saved_views_site_id_fk foreign key (site_id) references sites (id) on delete cascade,
      constraint saved_views_user_id_fk foreign key (user_id) references users (id) on delete cascade
    )`,
    `create index saved_views_user_id on saved_views (user_id)`,
  ],
}
