import type { deliveryStates } from '@inkstone/contract/webhooks.ts'
import type { Generated, Selectable } from 'kysely'

export interface WebhookTable {
  id: Generated<number>
  site_id: number
  url: string
  /** Encrypted; so is the one before, which signs as well for a day after a change. */
  secret: string
  previous_secret: string | null
  previous_until: number | null
  /** The kinds it wants, as JSON. */
  events: string
  enabled: Generated<number>
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
  /** X-Webhook-Id: the same on every try. */
  delivery_key: string
  kind: string
  /** What it is about, such as `article 5`: deliveries about one thing keep their order. */
  subject: string
  /** The bytes that are sent and signed; they never change between tries. */
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
