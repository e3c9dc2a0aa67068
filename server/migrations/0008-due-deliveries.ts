import type { Migration } from '../platform/sql/migrate.ts'

/** An index to find the next due delivery of a webhook quickly, even if many wait for a receiver that is down. */
export const dueDeliveries: Migration = {
  id: 8,
  name: 'due-deliveries',
  up: () => [
    `create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_at, id) where state = 'waiting'`,
  ],
}
