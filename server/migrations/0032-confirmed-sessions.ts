import type { Migration } from '../platform/sql/migrate.ts'

/** When a session last confirmed the second factor, and when a user was last active. */
export const confirmedSessions: Migration = {
  id: 32,
  name: 'confirmed-sessions',
  up: ({ integer }) => [
    `alter table sessions add column confirmed_at ${integer}`,
    `alter table users add column last_seen_at ${integer}`,
    `update users set last_seen_at = last_login_at`,
  ],
}
