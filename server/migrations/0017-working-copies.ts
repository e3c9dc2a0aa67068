import type { Migration } from '../platform/sql/migrate.ts'

/**
 * Working copies of published articles. An article records whether it has one, its review status, and whether its
 * latest state is an autosave. None of these changes its version.
 */
export const workingCopies: Migration = {
  id: 17,
  name: 'working-copies',
  up: ({ integer }) => [
    `alter table articles add column working_copy ${integer} not null default 0
      constraint articles_working_copy_check check (working_copy in (0, 1))`,
    `alter table articles add column review_status text not null default 'none'
      constraint articles_review_status_check check (review_status in ('none', 'pending', 'rejected'))`,
    `alter table articles add column autosaved ${integer} not null default 0
      constraint articles_autosaved_check check (autosaved in (0, 1))`,
    `update articles set review_status = 'pending' where status = 2`,
    `create index articles_in_review on articles (site_id, review_status, id)
      where review_status <> 'none' and deleted_at is null`,
    `create table article_copies (
      article_id ${integer} primary key,
      site_id ${integer} not null,
      version ${integer} not null,
      article_version ${integer} not null,
      publish_at ${integer},
      scheduled_at ${integer},
      saved_by ${integer} not null,
      created_at ${integer} not null,
      updated_at ${integer} not null,
      links text not null,
      fields text not null,
      constraint article_copies_article_id_fk foreign key (article_id) references articles (id) on delete cascade
    )`,
    `create index article_copies_site_id on article_copies (site_id)`,
  ],
}
