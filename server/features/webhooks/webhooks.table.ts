import type { Flag } from '@inkstone/contract/schema.ts'
import type { deliveryStates } from '@inkstone/contract/webhooks.ts'
import type { Generated, Selectable } from 'kysely'

export interface WebhookTable {
  id: Generated<number>
  site_id: number
  url: string
  /** Encrypted, like the previous one, which also signs for a day after a change. */
  secret: string
  previous_secret: string | null
  previous_until: number | null
  /** The subscribed events, as JSON. */
  events: string
  enabled: Generated<Flag>
  /** The first failure since the last success. */
  failing_since: number | null
  disabled_reason: Generated<string>
  created_at: number
  updated_at: number
}
export type WebhookRow = Selectable<WebhookTable>

export interface DeliveryTable {
  id: Generated<number>
  site_id: number
  webhook_id: number
  /** X-Webhook-Id, the same for every attempt. */
  delivery_key: string
  kind: string
  /** The subject, such as `article 5`. Deliveries about one subject keep their order. */
  subject: string
  /** The body that is sent and signed. It never changes between attempts. */
  body: string
  state: Generated<(typeof deliveryStates)[number]>
  attempts: Generated<number>
  next_at: number
  created_at: number
  ended_at: number | null
}
export type DeliveryRow = Selectable<DeliveryTable>

export interface AttemptTable {
  id: Generated<number>
  delivery_id: number
  attempted_at: number
  duration_ms: number
  status: number | null
  error: Generated<string>
  answer: Generated<string>
}
export type AttemptRow = Selectable<AttemptTable>
