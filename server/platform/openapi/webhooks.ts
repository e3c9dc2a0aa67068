import { exampleOf } from './examples.ts'
import type { SchemaPublisher } from './schemas.ts'
import { type JsonSchema, type OpenApiDocument, type ParameterObject, toParameter } from './shape.ts'
import { EXAMPLE_TIME } from './shared-parts.ts'

interface EventDescription {
  readonly kind: string
  readonly summary: string
  readonly data: JsonSchema
}

export interface EventsOptions {
  /** The tag of the webhooks in the reference. */
  readonly tag: string
  readonly kinds: readonly EventDescription[]
}

const EXAMPLE_KEY = '0b8f6b52-5d5e-4f0e-9d43-2c1a6f1b6c55'

function sent(name: string, description: string, example: string, required = true): ParameterObject {
  return { name, in: 'header', description, required, schema: { type: 'string' }, example }
}

/** The headers of every request to a webhook. */
export function webhookParameters({ kinds }: EventsOptions): Readonly<Record<string, ParameterObject>> {
  return { WebhookEvent: sent('X-Webhook-Event', 'The kind of event.', kinds[0]?.kind ?? ''), ...everyTime }
}

const everyTime: Readonly<Record<string, ParameterObject>> = {
  WebhookId: sent('X-Webhook-Id', 'The same for every attempt. Use it to skip duplicates.', EXAMPLE_KEY),
  WebhookTimestamp: sent(
    'X-Webhook-Timestamp',
    'The time of this attempt, as Unix time in seconds.',
    String(EXAMPLE_TIME),
  ),
  WebhookSignature: sent(
    'X-Webhook-Signature',
    '`sha256=` and the hex HMAC-SHA256 of the raw body, with the secret.',
    'sha256=b4fcabd0d8b9d8a1f4c4b1cf6c0f1a6f2e7a6ad95b0d9e8a1d4e4c2ab07c9f31',
  ),
  WebhookSignaturePrevious: sent(
    'X-Webhook-Signature-Previous',
    'The same with the previous secret, for one day after a change.',
    'sha256=1f6feb00d8b9d8a1f4c4b1cf6c0f1a6f2e7a6ad95b0d9e8a1d4e4c2ab07c9f31',
    false,
  ),
  StandardWebhookId: sent('webhook-id', 'The same as X-Webhook-Id, for Standard Webhooks.', EXAMPLE_KEY),
  StandardWebhookTimestamp: sent(
    'webhook-timestamp',
    'The same as X-Webhook-Timestamp, for Standard Webhooks.',
    String(EXAMPLE_TIME),
  ),
  StandardWebhookSignature: sent(
    'webhook-signature',
    '`v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; for one day after the secret was changed there are two, separated by a space.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
}

/** The requests that the service sends: one per kind of event, distinguished by the field `event`. */
export function webhooksOf(
  events: EventsOptions,
  schemas: SchemaPublisher,
): NonNullable<OpenApiDocument['webhooks']> {
  const { tag, kinds } = events
  const parameters = Object.keys(webhookParameters(events)).map(toParameter)
  return Object.fromEntries(
    kinds.map(({ kind, summary, data }) => {
      const schema = schemas.publish(payloadOf(kind, data), 'answered')
      return [
        kind,
        {
          post: {
            operationId: `on${nameOf(kind)}`,
            tags: [tag],
            summary,
            description:
              'Any 2xx response within 10 seconds is a success. Otherwise the delivery is retried, up to eight attempts in total.',
            parameters,
            requestBody: {
              required: true,
              content: { 'application/json': { schema, example: exampleOf(schema, schemas.named) } },
            },
            responses: {
              '200': { description: 'Accepted, like any other 2xx response.' },
              '410': { description: 'Gone: the webhook is disabled.' },
            },
            security: [],
          },
        },
      ]
    }),
  )
}

function payloadOf(kind: string, data: JsonSchema): JsonSchema {
  return {
    $id: `${nameOf(kind)}Event`,
    type: 'object',
    properties: {
      event: { type: 'string', const: kind },
      timestamp: {
        type: 'integer',
        description: 'When it happened, as Unix time in seconds.',
        examples: [EXAMPLE_TIME],
      },
      data,
    },
    required: ['event', 'timestamp', 'data'],
  }
}

/** `article.created` is `ArticleCreated`. */
function nameOf(kind: string): string {
  return kind.replace(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())
}
