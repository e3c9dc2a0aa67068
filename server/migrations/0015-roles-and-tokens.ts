import type { Migration } from '../platform/sql/migrate.ts'

const SCOPES = `scope in ('content', 'read', 'draft', 'write')`

/** Roles per site, scopes and limits of API tokens, and which token made a change. */
export const rolesAndTokens: Migration = {
  id: 15,
  name: 'roles-and-tokens',
  up: ({ engine, id, integer }) => [
    `create table user_sites (
      user_id ${integer} not null,
      site_id ${integer} not null,
      role text not null,
      constraint user_sites_pk primary key (user_id, site_id),
      constraint user_sites_role_check check (role in ('member', 'editor', 'auditor', 'admin')),
      constraint user_sites_user_id_fk foreign key (user_id) references users (id) on delete cascade,
      constraint user_sites_site_id_fk foreign key (site_id) references sites (id) on delete cascade
    )`,
    `create index user_sites_site_id on user_sites (site_id, role)`,
    ...(engine === 'sqlite' ? rebuiltTokens(id, integer) : changedTokens(integer)),
    `alter table audit_log add column token_id ${integer}`,
    `create index audit_log_token_id on audit_log (token_id, id) where token_id is not null`,
    `alter table articles add column written_token_id ${integer}`,
    `alter table article_revisions add column token_id ${integer}`,
  ],
}

function changedTokens(integer: string): string[] {
  return [
    `alter table api_tokens drop constraint api_tokens_scope_check`,
    `alter table api_tokens add constraint api_tokens_scope_check check (${SCOPES})`,
    `alter table api_tokens add column sites text not null default '[]'`,
    `alter table api_tokens add column rate_limit ${integer}`,
    `alter table api_tokens add column revoked_at ${integer}`,
  ]
}

/** SQLite cannot change a check constraint. The sequence is kept, so that no id is used twice. */
function rebuiltTokens(id: string, integer: string): string[] {
  const kept = 'id, user_id, name, token_hash, hint, scope, expires_at, last_used_at, created_at'
  return [
    `alter table api_tokens rename to api_tokens_before`,
    `create table api_tokens (
      id ${id},
      user_id ${integer} not null,
      name text not null,
      token_hash text not null,
      hint text not null,
      scope text not null,
      sites text not null default '[]',
      rate_limit ${integer},
      expires_at ${integer},
      last_used_at ${integer},
      revoked_at ${integer},
      created_at ${integer} not null,
      constraint api_tokens_token_hash_unique unique (token_hash),
      constraint api_tokens_scope_check check (${SCOPES}),
      constraint api_tokens_user_id_fk foreign key (user_id) references users (id) on delete cascade
    )`,
    `insert into api_tokens (${kept}) select ${kept} from api_tokens_before`,
    `delete from sqlite_sequence where name = 'api_tokens'`,
    `insert into sqlite_sequence (name, seq)
      select 'api_tokens', seq from sqlite_sequence where name = 'api_tokens_before'`,
    `drop table api_tokens_before`,
    `create index api_tokens_user_id on api_tokens (user_id)`,
  ]
}
