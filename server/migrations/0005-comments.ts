import type { Migration } from '../platform/sql/migrate.ts'

/**
 * `root_id` is the top-level comment of a thread, so that a page (top-level comments with their replies) is two index
 * ranges in one statement. `deleted_with` is the comment with which this one was deleted. The indexes on author and
 * IP address include the time, for the frequency limits.
 */
export const comments: Migration = {
  id: 5,
  name: 'comments',
  up: ({ id, integer }) => [
    `create table comments (
      id ${id},
      site_id ${integer} not null,
      article_id ${integer} not null,
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
      constraint comments_site_id_fk foreign key (site_id) references sites (id),
      constraint comments_article_id_fk foreign key (article_id) references articles (id) on delete cascade,
      constraint comments_parent_id_fk foreign key (parent_id) references comments (id) on delete cascade,
      constraint comments_user_id_fk foreign key (user_id) references users (id)
    )`,
    `create index comments_top_level on comments (article_id, id) where parent_id is null and status = 1 and deleted_at is null`,
    `create index comments_hot on comments (article_id, like_count, id) where parent_id is null and status = 1 and deleted_at is null`,
    `create index comments_root_id on comments (root_id, id) where root_id is not null`,
    `create index comments_parent_id on comments (parent_id) where parent_id is not null`,
    `create index comments_article_id on comments (article_id, id)`,
    `create index comments_queue on comments (site_id, status, id) where deleted_at is null`,
    `create index comments_by_id on comments (site_id, id) where deleted_at is null`,
    `create index comments_by_time on comments (site_id, created_at, status) where deleted_at is null`,
    `create index comments_user_id on comments (user_id, site_id, created_at) where user_id is not null`,
    `create index comments_address_key on comments (address_key, site_id, created_at)`,
    `create index comments_deleted_at on comments (site_id, deleted_at) where deleted_with = id`,
    `create index comments_deleted_with on comments (deleted_with) where deleted_with is not null`,
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
    `create index comment_reports_open on comment_reports (site_id, id) where handled_at is null`,
    `create index comment_reports_list on comment_reports (site_id, id)`,
    `create table sensitive_words (
      id ${id},
      site_id ${integer} not null,
      word text not null,
      word_key text not null,
      action text not null,
      replacement text not null default '',
      hits ${integer} not null default 0,
      created_at ${integer} not null,
      constraint sensitive_words_site_id_word_key_unique unique (site_id, word_key),
      constraint sensitive_words_action_check check (action in ('default', 'replace', 'reject')),
      constraint sensitive_words_site_id_fk foreign key (site_id) references sites (id) on delete cascade
    )`,
    `create index sensitive_words_list on sensitive_words (site_id, id)`,
    `create table sensitive_word_lists (
      site_id ${integer} primary key,
      version ${integer} not null,
      constraint sensitive_word_lists_site_id_fk foreign key (site_id) references sites (id) on delete cascade
    )`,
    `create table ip_blacklist (
      id ${id},
      site_id ${integer} not null,
      network text not null,
      reason text not null,
      expires_at ${integer},
      created_by ${integer} not null,
      created_at ${integer} not null,
      constraint ip_blacklist_site_id_network_unique unique (site_id, network),
      constraint ip_blacklist_site_id_fk foreign key (site_id) references sites (id) on delete cascade
    )`,
    `create table captchas (
      id text primary key,
      site_id ${integer} not null,
      type text not null,
      answer text not null,
      failures ${integer} not null default 0,
      created_at ${integer} not null,
      expires_at ${integer} not null,
      constraint captchas_type_check check (type in ('image', 'slider', 'sms')),
      constraint captchas_site_id_fk foreign key (site_id) references sites (id) on delete cascade
    )`,
    `create index captchas_expires_at on captchas (expires_at)`,
    `create table mail_refusals (
      site_id ${integer} not null,
      email_key text not null,
      created_at ${integer} not null,
      primary key (site_id, email_key),
      constraint mail_refusals_site_id_fk foreign key (site_id) references sites (id) on delete cascade
    )`,
  ],
}
