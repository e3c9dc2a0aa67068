import type { Migration } from '../platform/sql/migrate.ts'

/** The content of a request with an Idempotency-Key: another request with the same key is rejected, not replayed. */
export const idempotencyFingerprints: Migration = {
  id: 19,
  name: 'idempotency-fingerprints',
  up: ({ text }) => [`alter table idempotency_keys add column fingerprint ${text} not null default ''`],
}
