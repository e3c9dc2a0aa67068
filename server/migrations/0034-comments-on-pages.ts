import type { Migration } from '../platform/sql/migrate.ts'

const ONE_SUBJECT = '(article_id is null) <> (page_id is null)'

/** A comment is on an article or on a page. A page stores the number of its approved comments, as an article does. */
export const commentsOnPages: Migration = {
  id: 34,
  name: 'comments-on-pages',
  up: ({ engine, id, integer }) => [
    `alter table pages add column comment_count ${integer} not null default 0`,
    ...(engine === 'postgres' ? widened(integer) : rebuilt(id, integer)),
    `create index comments_page_top_level on comments (page_id, id)
      where page_id is not null and parent_id is null and status = 1 and deleted_at is null`,
    `create index comments_page_hot on comments (page_id, like_count, id)
      where page_id is not null and parent_id is null and status = 1 and deleted_at is null`,
    `create index comments_page_id on comments (page_id, id) where page_id is not null`,
  ],
}

function widened(integer: string): string[] {
  return [
    'alter table comments alter column article_id drop not null',
    `alter table comments add column page_id ${integer}`,
    'alter table comments add constraint comments_page_id_fk foreign key (page_id) references pages (id) on delete cascade',
    `alter table comments add constraint comments_subject_check check (${ONE_SUBJECT})`,
  ]
}

/**
 * SQLite cannot make a column nullable, so the table is created again, with all tables that refer to it, because
 * references follow a renamed table. The sequences are kept, so that no id is used twice.
 */
function rebuilt(id: string, integer: string): string[] {
  const kept = `id, site_id, article_id, parent_id, root_id, answers_id, depth, user_id, nickname, email, address, address_key,
    language, is_site, content, content_hash, status, reason, like_count, report_count, told_at, audited_by, audited_at,
    created_at, deleted_at, deleted_by, deleted_with`
  const likes = 'comment_id, liker, created_at'
  const reports = 'id, site_id, comment_id, reporter, user_id, address, reason, handled_at, created_at'
  return [
    'alter table comment_likes rename to comment_likes_before',
    'alter table comment_reports rename to comment_reports_before',
    'alter table comments rename to comments_before',
    `create table comments (
      id ${id},
      site_id ${integer} not null,
      article_id ${integer},
      page_id ${integer},
      parent_id ${integer},
      root_id ${integer},
      answers_id ${integer},
      depth ${integer} not null,
      user_id ${integer},
      nickname text not null,
      email text not null,
      address text not null,
      address_key text not null,
      language text not null,
      is_site ${integer} not null default 0,
      content text not null,
      content_hash text not null,
      status ${integer} not null,
      reason text not null default '',
      like_count ${integer} not null default 0,
      report_count ${integer} not null default 0,
      told_at ${integer},
      audited_by ${integer},
      audited_at ${integer},
      created_at ${integer} not null,
      deleted_at ${integer},
      deleted_by ${integer},
      deleted_with ${integer},
      constraint comments_status_check check (status in (0, 1, 2, 3)),
      constraint comments_is_site_check check (is_site in (0, 1)),
      constraint comments_subject_check check (${ONE_SUBJECT}),
      constraint comments_site_id_fk foreign key (site_id) references sites (id),
      constraint comments_article_id_fk foreign key (article_id) references articles (id) on delete cascade,
      constraint comments_page_id_fk foreign key (page_id) references pages (id) on delete cascade,
      constraint comments_parent_id_fk foreign key (parent_id) references comments (id) on delete cascade,
      constraint comments_user_id_fk foreign key (user_id) references users (id)
    )`,
    `create table comment_likes (
      comment_id ${integer} not null,
      liker text not null,
      created_at ${integer} not null,
      primary key (comment_id, liker),
      constraint comment_likes_comment_id_fk foreign key (comment_id) references comments (id) on delete cascade
    )`,
    `create table comment_reports (
      id ${id},
      site_id ${integer} not null,
      comment_id ${integer} not null,
      reporter text not null,
      user_id ${integer},
      address text not null,
      reason text not null,
      handled_at ${integer},
      created_at ${integer} not null,
      constraint comment_reports_comment_id_reporter_unique unique (comment_id, reporter),
      constraint comment_reports_comment_id_fk foreign key (comment_id) references comments (id) on delete cascade,
      constraint comment_reports_user_id_fk foreign key (user_id) references users (id)
    )`,
    `insert into comments (${kept}) select ${kept} from comments_before`,
    `insert into comment_likes (${likes}) select ${likes} from comment_likes_before`,
    `insert into comment_reports (${reports}) select ${reports} from comment_reports_before`,
    ...['comments', 'comment_reports'].flatMap((table) => [
      `delete from sqlite_sequence where name = '${table}'`,
      `insert into sqlite_sequence (name, seq) select '${table}', seq from sqlite_sequence where name = '${table}_before'`,
    ]),
    'drop table comment_likes_before',
    'drop table comment_reports_before',
    'drop table comments_before',
    'create index comments_top_level on comments (article_id, id) where parent_id is null and status = 1 and deleted_at is null',
    'create index comments_hot on comments (article_id, like_count, id) where parent_id is null and status = 1 and deleted_at is null',
    'create index comments_root_id on comments (root_id, id) where root_id is not null',
    'create index comments_parent_id on comments (parent_id) where parent_id is not null',
    'create index comments_article_id on comments (article_id, id)',
    'create index comments_queue on comments (site_id, status, id) where deleted_at is null',
    'create index comments_by_id on comments (site_id, id) where deleted_at is null',
    'create index comments_by_time on comments (site_id, created_at, status) where deleted_at is null',
    'create index comments_user_id on comments (user_id, site_id, created_at) where user_id is not null',
    'create index comments_address_key on comments (address_key, site_id, created_at)',
    'create index comments_deleted_at on comments (site_id, deleted_at) where deleted_with = id',
    'create index comments_deleted_with on comments (deleted_with) where deleted_with is not null',
    'create index comment_reports_open on comment_reports (site_id, id) where handled_at is null',
    'create index comment_reports_list on comment_reports (site_id, id)',
  ]
}
