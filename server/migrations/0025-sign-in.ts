import type { Migration } from '../platform/sql/migrate.ts'

/** Passkeys, accounts at an OpenID provider, and when API tokens were last used. */
export const signIn: Migration = {
  id: 25,
  name: 'sign-in',
  up: ({ id, integer }) => [
    `create table passkeys (
      id ${id},
      user_id ${integer} not null,
      name text not null,
      credential_id text not null,
      public_key text not null,
      counter ${integer} not null,
      transports text not null default '[]',
      created_at ${integer} not null,
      last_used_at ${integer},
      constraint passkeys_credential_id_unique unique (credential_id),
      constraint passkeys_user_id_fk foreign key (user_id) references users (id) on delete cascade
    )`,
    `create index passkeys_user_id on passkeys (user_id)`,
    `create table user_identities (
      issuer text not null,
      subject text not null,
      user_id ${integer} not null,
      created_at ${integer} not null,
      constraint user_identities_pk primary key (issuer, subject),
      constraint user_identities_user_id_fk foreign key (user_id) references users (id) on delete cascade
    )`,
    `create index user_identities_user_id on user_identities (user_id)`,
    // Used challenges: each is valid once.
    `create table sign_in_challenges (
      key_hash text primary key,
      expires_at ${integer} not null
    )`,
    `create index sign_in_challenges_expires_at on sign_in_challenges (expires_at)`,
    // In a separate table, so that using a token does not invalidate cached tokens.
    `create table api_token_uses (
      token_id ${integer} primary key,
      last_used_at ${integer} not null,
      constraint api_token_uses_token_id_fk foreign key (token_id) references api_tokens (id) on delete cascade
    )`,
    `insert into api_token_uses (token_id, last_used_at)
      select id, last_used_at from api_tokens where last_used_at is not null`,
    `alter table api_tokens drop column last_used_at`,
  ],
}
