import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { eventPatterns } from './events.ts'
import {
  Changes,
  Count,
  DateTime,
  Flag,
  FlagShown,
  Id,
  Instant,
  Nullable,
  OneOf,
  PageQuery,
  Paginated,
  Text,
  Times,
  TimesOrNone,
} from './schema.ts'

const tag = 'Webhooks'
const access = 'webhooks.manage'
const params = Type.Object({ id: Id })
const problems = ['webhook-not-found'] as const

const Webhook = Type.Object({
  id: Id,
  url: Type.String({ examples: ['https://example.com/hook'] }),
  events: Type.Array(OneOf(eventPatterns)),
  enabled: FlagShown,
  disabled_reason: Type.String({
    description: 'Why the service disabled it automatically, or empty.',
  }),
  failing_since: Nullable(DateTime),
  ...Times('create', 'update'),
})

const WebhookFields = Type.Object({
  url: Text({ min: 1, max: 2000, examples: ['https://example.com/hook'] }),
  secret: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'Generated if omitted, and returned only once. A secret that starts with `whsec_` is decoded as in Standard Webhooks: base64 of 24 to 64 bytes after the prefix.',
    }),
  ),
  events: Type.Array(
    OneOf(eventPatterns, {
      description: 'A kind of event, all events of a subject (`article.*`), or everything (`*`).',
    }),
    { minItems: 1, maxItems: eventPatterns.length },
  ),
  enabled: Type.Optional(Flag),
})

const WithSecret = Type.Object({
  ...Webhook.properties,
  secret: Type.Optional(
    Type.String({ description: 'Only if it was set by this request. It is never returned again.' }),
  ),
})

export const deliveryStates = ['waiting', 'done', 'failed'] as const

const Attempt = Type.Object({
  time: DateTime,
  duration_ms: Count,
  status: Nullable(Type.Integer({ description: 'The HTTP status of the response. null if there was none.' })),
  error: Type.String(),
  answer: Type.String({ description: 'The first KB of the response.' }),
})

const Delivery = Type.Object({
  id: Id,
  webhook_id: Id,
  webhook_key: Type.String({ description: 'The header X-Webhook-Id. It is the same for every attempt.' }),
  event: Type.String({ examples: ['article.created'] }),
  state: OneOf(deliveryStates),
  attempt_count: Count,
  ...TimesOrNone('next'),
  attempts: Type.Array(Attempt),
  ...Times('create'),
})

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/api/webhooks',
  access,
  tag,
  summary: 'List webhooks',
  query: PageQuery,
  answer: Paginated(Webhook),
})

export const createWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks',
  access,
  tag,
  summary: 'Create a webhook',
  description: 'The secret is returned only in this response.',
  body: WebhookFields,
  answer: WithSecret,
  status: 201,
  creates: true,
})

export const getWebhook = endpoint({
  method: 'GET',
  path: '/api/webhooks/{id}',
  access,
  tag,
  summary: 'Read a webhook',
  params,
  answer: Webhook,
  problems,
})

export const updateWebhook = endpoint({
  method: 'PUT',
  path: '/api/webhooks/{id}',
  access,
  tag,
  summary: 'Update a webhook',
  description:
    'A new secret replaces the old one. For one day each request is signed with both (X-Webhook-Signature and X-Webhook-Signature-Previous).',
  params,
  body: Changes(WebhookFields),
  answer: WithSecret,
  problems,
  guarded: true,
})

export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/api/webhooks/{id}',
  access,
  tag,
  summary: 'Delete a webhook',
  params,
  problems,
})

export const testWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks/{id}/test',
  access,
  tag,
  summary: 'Send a test event and return the result',
  params,
  answer: Type.Object({ delivered: FlagShown, ...Attempt.properties }),
  problems,
})

export const listDeliveries = endpoint({
  method: 'GET',
  path: '/api/webhooks/{id}/deliveries',
  access,
  tag,
  summary: 'List deliveries with their attempts',
  description: 'Latest first. Deliveries are kept for 30 days.',
  params,
  query: Type.Object({ ...PageQuery.properties, state: Type.Optional(OneOf(deliveryStates)) }),
  answer: Paginated(Delivery),
  problems,
})

export const redeliver = endpoint({
  method: 'POST',
  path: '/api/webhooks/deliveries/{id}/redeliver',
  access,
  tag,
  summary: 'Redeliver a delivery',
  params,
  answer: Type.Object({ id: Id, state: OneOf(deliveryStates) }),
  problems: ['delivery-not-found'],
})

export const redeliverFailed = endpoint({
  method: 'POST',
  path: '/api/webhooks/{id}/redeliver',
  access,
  tag,
  summary: 'Redeliver everything that failed since a given time',
  params,
  body: Type.Object({ since: Instant }),
  answer: Type.Object({ success_count: Count }),
  problems,
})
