import { randomUUID } from 'node:crypto'
import * as contract from '@inkstone/contract/webhooks.ts'
import { acts, reads, writes } from '../../database.ts'
import { flagOf } from '../../platform/core/flags.ts'
import { paginated } from '../../platform/core/page.ts'
import { findDeliveries } from './deliveries.store.ts'
import { type Sending, send } from './delivery.actions.ts'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  redeliver,
  redeliverFailed,
  type WebhookOptions,
} from './webhooks.actions.ts'
import { bodyOf } from './webhooks.rules.ts'
import { findWebhooks, lockWebhook, readWebhook } from './webhooks.store.ts'
import { showAttempt, showDelivery, showWebhook } from './webhooks.view.ts'

export const webhookRoutes = (options: WebhookOptions & Pick<Sending, 'fetch'>) => [
  reads(contract.listWebhooks, async (db, { actor, query, zone }) =>
    paginated(await findWebhooks(db, actor.siteId, query), query, showWebhook(zone)),
  ),
  writes(contract.createWebhook, async (tx, { actor, body, zone }) => {
    const { row, secret } = await createWebhook(tx, actor, options, body)
    return { ...showWebhook(zone)(row), secret }
  }),
  reads(contract.getWebhook, async (db, { actor, params, zone, answering }) => {
    const webhook = await readWebhook(db, actor.siteId, params.id)
    // A delivery that fails is part of the response, but it must not make a save fail.
    answering.version = webhook.updated_at
    return showWebhook(zone)(webhook)
  }),
  writes(
    contract.updateWebhook,
    async (tx, { actor, params, body, zone }) => {
      const { row, secret } = await changeWebhook(tx, actor, options, params.id, body)
      return { ...showWebhook(zone)(row), ...(secret !== undefined && { secret }) }
    },
    async (tx, { actor, params }) => (await lockWebhook(tx, actor.siteId, params.id)).updated_at,
  ),
  writes(contract.deleteWebhook, async (tx, { actor, params }) => deleteWebhook(tx, actor, params.id)),
  acts(contract.testWebhook, async (engine, { actor, params, zone }) => {
    const webhook = await readWebhook(engine.db, actor.siteId, params.id)
    const now = await engine.now()
    const body = bodyOf({ kind: 'ping', created_at: now, data: JSON.stringify({ webhook_id: webhook.id }) })
    const outcome = await send(options, webhook, { kind: 'ping', delivery_key: randomUUID(), body }, now)
    return {
      delivered: flagOf(outcome.delivered),
      ...showAttempt(zone)({ ...outcome, attempted_at: now, duration_ms: outcome.durationMs }),
    }
  }),
  reads(contract.listDeliveries, async (db, { actor, params, query, zone }) => {
    const webhook = await readWebhook(db, actor.siteId, params.id)
    return paginated(await findDeliveries(db, webhook.id, query.state, query), query, showDelivery(zone))
  }),
  writes(contract.redeliver, async (tx, { actor, params }) => {
    const { id, state } = await redeliver(tx, actor, params.id)
    return { id, state }
  }),
  writes(contract.redeliverFailed, async (tx, { actor, params, body }) => ({
    success_count: await redeliverFailed(tx, actor, params.id, body.since),
  })),
]
