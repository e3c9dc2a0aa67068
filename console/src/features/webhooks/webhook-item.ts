import type { AnswerOf } from '@inkstone/contract/endpoint.ts'
import type { listWebhooks } from '@inkstone/contract/webhooks.ts'

export type WebhookItem = AnswerOf<typeof listWebhooks>['list'][number]

export const WEBHOOK_TOUCHES = ['/api/webhooks']
