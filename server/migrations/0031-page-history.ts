import type { Migration } from '../platform/sql/migrate.ts'

/** Drafts and revisions of pages, and who has an article open. */
export const pageHistory: Migration = {
  id: 31,
  name: 'page-history',
  up: ({ id, integer, text }) => [
    `alter table pages add column written_by ${integer} not null default 0`,
    `create table page_drafts (
      page_id ${integer} primary key,
      site_id ${integer} not null,
      version ${integer} not null,
      saved_by ${integer} not null,
      saved_at ${integer} not null,
      fields ${text} not null,
      constraint page_drafts_page_id_fk foreign key (page_id) references pages (id) on delete cascade
    )`,
    `create table page_revisions (
      id ${id},
      page_id ${integer} not null,
      site_id ${integer} not null,
      number ${integer} not null,
      saved_by ${integer} not null,
      saved_at ${integer} not null,
      snapshot ${text} not null,
      constraint page_revisions_page_id_number_unique unique (page_id, number),
      constraint page_revisions_page_id_fk foreign key (page_id) references pages (id) on delete cascade
    )`,
    `create table article_presence (
      article_id ${integer} not null,
      user_id ${integer} not null,
      site_id ${integer} not null,
      since ${integer} not null,
      seen_at ${integer} not null,
      primary key (article_id, user_id),
      constraint article_presence_article_id_fk foreign key (article_id) references articles (id) on delete cascade,
      constraint article_presence_user_id_fk foreign key (user_id) references users (id) on delete cascade
    )`,
    `create index article_presence_seen_at on article_presence (seen_at)`,
  ],
}
