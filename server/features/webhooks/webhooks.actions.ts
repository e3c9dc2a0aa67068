import type { BodyOf } from '@inkstone/contract/endpoint.ts'
import type {
  createWebhook as createEndpoint,
  updateWebhook as updateEndpoint,
} from '@inkstone/contract/webhooks.ts'
import type { Tx } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { invalid, Problem } from '../../platform/core/problem.ts'
import type { CidrList } from '../../platform/net/addresses.ts'
import { addressIssue } from '../../platform/net/safe-fetch.ts'
import { deriveKey, encryptSecret, randomToken, reencryptSecret } from '../../platform/secrets/secrets.ts'
import { recordAuditEntry } from '../audit-log/audit-log.actions.ts'
import { findDelivery, sendAgain, sendFailedAgain } from './deliveries.store.ts'
import { wakeSender } from './delivery.actions.ts'
import { isUsableSecret, PREVIOUS_SECRET_MS } from './webhooks.rules.ts'
import { insertWebhook, listAllWebhooks, lockWebhook, removeWebhook, saveWebhook } from './webhooks.store.ts'
import type { DeliveryRow, WebhookRow } from './webhooks.table.ts'

export interface WebhookOptions {
  /** Encrypts the stored secrets. */
  readonly key: Buffer
  readonly allow: CidrList
}

const SECRET_BYTES = 32

export function webhookKey(secretKey: Buffer): Buffer {
  return deriveKey(secretKey, 'webhook secrets')
}

/** On all sites. */
export async function reencryptWebhooks(tx: Tx, from: Buffer, to: Buffer): Promise<void> {
  const reencrypted = (sealed: string) => reencryptSecret(webhookKey(from), webhookKey(to), sealed)
  for (const { id, secret, previous_secret } of await listAllWebhooks(tx))
    await saveWebhook(tx, id, {
      secret: reencrypted(secret),
      previous_secret: previous_secret === null ? null : reencrypted(previous_secret),
    })
}

export async function createWebhook(
  tx: Tx,
  actor: Actor,
  { key, allow }: WebhookOptions,
  fields: BodyOf<typeof createEndpoint>,
): Promise<{ row: WebhookRow; secret: string }> {
  requireReachable(fields.url, allow)
  requireUsable(fields.secret)
  const secret = fields.secret ?? randomToken(SECRET_BYTES)
  const row = await insertWebhook(tx, {
    site_id: actor.siteId,
    url: fields.url,
    secret: encryptSecret(key, secret),
    previous_secret: null,
    previous_until: null,
    events: JSON.stringify([...new Set(fields.events)]),
    enabled: fields.enabled ?? 1,
    failing_since: null,
    created_at: tx.now,
    updated_at: tx.now,
  })
  await recordAuditEntry(tx, actor, {
    action: 'webhook.created',
    targetType: 'webhook',
    targetId: row.id,
    after: shown(row),
  })
  return { row, secret }
}

function requireReachable(url: string, allow: CidrList): void {
  const issue = addressIssue(url, allow)
  if (issue) throw invalid('url', issue === 'bad-url' ? 'not-url' : 'private-address')
}

function requireUsable(secret: string | undefined): void {
  if (secret !== undefined && !isUsableSecret(secret)) throw invalid('secret', 'not-standard-secret')
}

function shown({ url, events, enabled }: WebhookRow) {
  return { url, events: JSON.parse(events), enabled }
}

/** The old secret stays valid for a day after a change, so that the receiver can switch without missing anything. */
export async function changeWebhook(
  tx: Tx,
  actor: Actor,
  { key, allow }: WebhookOptions,
  id: number,
  { secret, events, ...simple }: BodyOf<typeof updateEndpoint>,
): Promise<{ row: WebhookRow; secret: string | undefined }> {
  const before = await lockWebhook(tx, actor.siteId, id)
  if (simple.url !== undefined) requireReachable(simple.url, allow)
  requireUsable(secret)
  const row = await saveWebhook(tx, id, {
    ...simple,
    ...(events && { events: JSON.stringify([...new Set(events)]) }),
    ...(simple.enabled === 1 && { failing_since: null, disabled_reason: '' }),
    // Another receiver has not failed yet.
    ...(simple.url !== undefined && simple.url !== before.url && { failing_since: null }),
    ...(secret !== undefined && {
      secret: encryptSecret(key, secret),
      previous_secret: before.secret,
      previous_until: tx.now + PREVIOUS_SECRET_MS,
    }),
    updated_at: tx.now,
  })
  await recordAuditEntry(tx, actor, {
    action: 'webhook.updated',
    targetType: 'webhook',
    targetId: id,
    before: shown(before),
    after: { ...shown(row), ...(secret !== undefined && { secret: 'changed' }) },
  })
  if (row.enabled === 1) await wakeSender(tx, id)
  return { row, secret }
}

export async function deleteWebhook(tx: Tx, actor: Actor, id: number): Promise<void> {
  const row = await lockWebhook(tx, actor.siteId, id)
  await removeWebhook(tx, id)
  await recordAuditEntry(tx, actor, {
    action: 'webhook.deleted',
    targetType: 'webhook',
    targetId: id,
    before: shown(row),
  })
}

export async function redeliver(tx: Tx, actor: Actor, id: number): Promise<DeliveryRow> {
  const delivery = await findDelivery(tx, actor.siteId, id)
  if (!delivery) throw new Problem('delivery-not-found')
  await sendAgain(tx, id)
  await wakeSender(tx, delivery.webhook_id)
  return { ...delivery, state: 'waiting' }
}

export async function redeliverFailed(tx: Tx, actor: Actor, id: number, since: number): Promise<number> {
  await lockWebhook(tx, actor.siteId, id)
  const count = await sendFailedAgain(tx, id, since)
  if (count > 0) await wakeSender(tx, id)
  return count
}
