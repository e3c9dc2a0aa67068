import type { Migration } from '../platform/sql/migrate.ts'

/** What a request with an Idempotency-Key asked for: the same key with something else is refused, not replayed. */
export const idempotencyFingerprints: Migration = {
  id: 19,
  name: 'idempotency-fingerprints',
  up: ({ text }) => [`alter table idempotency_keys add column fingerprint ${text} not null default ''`],
}
