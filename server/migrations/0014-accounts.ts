import type { Migration } from '../platform/sql/migrate.ts'

/** Invitations, links by e-mail, the second factor, and sessions that users can see. Everybody stays logged in. */
export const accounts: Migration = {
  id: 14,
  name: 'accounts',
  up: ({ integer }) => [
    `alter table users add column invited ${integer} not null default 0`,
    `alter table users add column unconfirmed ${integer} not null default 0`,
    `alter table users add column mail_comments ${integer} not null default 1`,
    `alter table users add column second_factor_at ${integer}`,
    `alter table sessions add column device text not null default ''`,
    `alter table sessions add column factors ${integer} not null default 1`,
    `create table session_uses (
      session_id ${integer} primary key,
      last_seen_at ${integer} not null,
      constraint session_uses_session_id_fk foreign key (session_id) references sessions (id) on delete cascade
    )`,
    `create table known_devices (
      user_id ${integer} not null,
      device_key text not null,
      last_seen_at ${integer} not null,
      primary key (user_id, device_key),
      constraint known_devices_user_id_fk foreign key (user_id) references users (id) on delete cascade
    )`,
    `create index known_devices_last_seen_at on known_devices (last_seen_at)`,
    `create table account_links (
      token_hash text primary key,
      user_id ${integer} not null,
      purpose text not null,
      email text not null default '',
      expires_at ${integer} not null,
      created_at ${integer} not null,
      constraint account_links_purpose_check check (purpose in ('password', 'invitation', 'email', 'registration')),
      constraint account_links_user_id_fk foreign key (user_id) references users (id) on delete cascade
    )`,
    `create index account_links_user_id on account_links (user_id)`,
    `create index account_links_expires_at on account_links (expires_at)`,
    `create table second_factors (
      user_id ${integer} primary key,
      secret text not null,
      created_at ${integer} not null,
      constraint second_factors_user_id_fk foreign key (user_id) references users (id) on delete cascade
    )`,
    `create table used_codes (
      user_id ${integer} not null,
      step ${integer} not null,
      primary key (user_id, step),
      constraint used_codes_user_id_fk foreign key (user_id) references users (id) on delete cascade
    )`,
    `create table recovery_codes (
      user_id ${integer} not null,
      code_hash text not null,
      primary key (user_id, code_hash),
      constraint recovery_codes_user_id_fk foreign key (user_id) references users (id) on delete cascade
    )`,
  ],
}
