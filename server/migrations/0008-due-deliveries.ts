import type { Migration } from '../platform/sql/migrate.ts'

/** What is due next for a webhook is found at once, however much else waits for a receiver that is down. */
export const dueDeliveries: Migration = {
  id: 8,
  name: 'due-deliveries',
  up: () => [
    `create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_at, id) where state = 'waiting'`,
  ],
}
