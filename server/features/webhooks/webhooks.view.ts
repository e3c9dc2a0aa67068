import type { EventPattern } from '@inkstone/contract/events.ts'
import { showTimes, type Zone } from '../../platform/times/times.ts'
import type { DeliveryWithAttempts } from './deliveries.store.ts'
import type { AttemptRow, WebhookRow } from './webhooks.table.ts'

export function showWebhook(zone: Zone) {
  return (row: WebhookRow) => ({
    id: row.id,
    url: row.url,
    events: JSON.parse(row.events) as EventPattern[],
    enabled: row.enabled,
    disabled_reason: row.disabled_reason,
    failing_since: row.failing_since === null ? null : zone.format(row.failing_since),
    ...showTimes(zone, { create: row.created_at, update: row.updated_at }),
  })
}

export function showDelivery(zone: Zone) {
  return (row: DeliveryWithAttempts) => ({
    id: row.id,
    webhook_id: row.webhook_id,
    webhook_key: row.delivery_key,
    event: row.kind,
    state: row.state,
    attempt_count: row.attempts,
    ...showTimes(zone, { next: row.state === 'waiting' ? row.next_at : null }),
    attempts: row.tries.map(showAttempt(zone)),
    ...showTimes(zone, { create: row.created_at }),
  })
}

export function showAttempt(zone: Zone) {
  return (row: Omit<AttemptRow, 'id' | 'delivery_id'>) => ({
    time: zone.format(row.attempted_at),
    duration_ms: row.duration_ms,
    status: row.status,
    error: row.error,
    answer: row.answer,
  })
}
