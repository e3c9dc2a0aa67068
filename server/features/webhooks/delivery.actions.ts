import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Engine, Tx } from '../../database.ts'
import { reschedule } from '../../platform/jobs/enqueue.ts'
import { again, type Outcome } from '../../platform/jobs/job-kind.ts'
import type { SafeFetch } from '../../platform/net/safe-fetch.ts'
import { decryptSecret } from '../../platform/secrets/secrets.ts'
import type { EventRow } from '../events/events.table.ts'
import { sendMessage } from '../messages/messages.actions.ts'
import { adminsOf } from '../users/site-roles.actions.ts'
import { dataWithAddress } from './addresses.actions.ts'
import {
  failWaiting,
  findDue,
  insertAttempt,
  insertDelivery,
  lockUndispatched,
  markDispatched,
  nextDueAt,
  readEvent,
  removeOldDeliveries,
  saveState,
} from './deliveries.store.ts'
import {
  bodyOf,
  deliverToWebhook,
  hasFailedForTooLong,
  KEPT_MS,
  MAX_ANSWER_BYTES,
  nextTry,
  outcomeOf,
  signatureOf,
  standardSignatureOf,
  TIMEOUT_MS,
  type TryOutcome,
} from './webhooks.rules.ts'
import { findWebhook, lockWebhookById, saveWebhook, subscribersOf } from './webhooks.store.ts'
import type { DeliveryRow, WebhookRow } from './webhooks.table.ts'

export interface Sending {
  readonly fetch: SafeFetch
  readonly key: Buffer
  readonly publicUrl: string | undefined
  /** Scales the delays between attempts; 1 outside tests. */
  readonly retryScale: number
}

/**
 * Creates one delivery per subscribed webhook, in the transaction that marks the event as dispatched. Jobs run
 * concurrently, so earlier events about the same subject are dispatched first, or an update would overtake its
 * creation.
 */
export async function dispatch(tx: Tx, eventId: number, publicUrl: string | undefined): Promise<void> {
  const event = await readEvent(tx, eventId)
  if (!event || event.dispatched_at !== null) return
  const awaited = new Set<number>()
  for (const each of await lockUndispatched(tx, event))
    for (const webhookId of await deliverLater(tx, each, publicUrl)) awaited.add(webhookId)
  // In a fixed order: two transactions that wake the same senders must not deadlock.
  for (const webhookId of [...awaited].sort((one, other) => one - other)) await wakeSender(tx, webhookId)
}

async function deliverLater(tx: Tx, event: EventRow, publicUrl: string | undefined): Promise<number[]> {
  const webhooks = await subscribersOf(tx, event.site_id, event.kind)
  const body =
    webhooks.length > 0 ? bodyOf({ ...event, data: await dataWithAddress(tx, event, publicUrl) }) : ''
  for (const webhook of webhooks)
    await insertDelivery(tx, {
      site_id: event.site_id,
      webhook_id: webhook.id,
      delivery_key: randomUUID(),
      kind: event.kind,
      subject: `${event.subject_type} ${event.subject_id}`,
      body,
      next_at: tx.now,
      created_at: tx.now,
      ended_at: null,
    })
  await markDispatched(tx, event.id)
  return webhooks.map(({ id }) => id)
}

/** One sender per webhook on all nodes, which keeps the order and limits the number of open requests. */
export async function wakeSender(tx: Tx, webhookId: number): Promise<void> {
  await reschedule(
    tx,
    deliverToWebhook,
    { webhook_id: webhookId },
    { dueAt: tx.now, uniqueKey: String(webhookId) },
  )
}

const MAX_OPEN = 4
/** The longest time before the sender looks for new deliveries while it waits for open requests. */
const LOOK_MS = 500
/**
 * The pause between two attempts to a failing receiver, so that thousands of waiting deliveries do not slow down the
 * rest.
 */
const PAUSE_WHILE_FAILING_MS = 100
/** After this time the job goes back to the end of the queue: a slow receiver must not occupy a worker. */
const MAX_TURN_MS = 30_000

/** Sends due deliveries, four at a time, and runs again when the next one is due. */
export async function sendDue(
  engine: Engine,
  sending: Sending,
  webhookId: number,
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  const open = createOpenRequests()
  const startedAt = performance.now()
  try {
    while (!signal.aborted) {
      open.throwIfOneFailed()
      if (performance.now() - startedAt > MAX_TURN_MS) return again(await engine.now())
      const webhook = await findWebhook(engine.db, webhookId)
      if (!webhook || webhook.enabled === 0) return undefined
      await openDue(engine, sending, webhook, open)
      if (open.count() === 0) {
        const next = await nextDueAt(engine.db, webhookId)
        return next === undefined ? undefined : again(next)
      }
      await open.change(open.count() < MAX_OPEN ? LOOK_MS : MAX_TURN_MS)
      if (open.hasJustFailed()) await pause(PAUSE_WHILE_FAILING_MS * sending.retryScale)
    }
    return undefined
  } finally {
    await open.allEnded()
  }
}

/** Starts sending due deliveries while there is room; to a failing receiver, one at a time. */
async function openDue(
  engine: Engine,
  sending: Sending,
  webhook: WebhookRow,
  open: ReturnType<typeof createOpenRequests>,
): Promise<void> {
  const now = await engine.now()
  // Read before the query: a request that ends in between may still be due in its result.
  const underWay = open.ids()
  const most = open.hasJustFailed() ? Math.min(MAX_OPEN, open.count() + 1) : MAX_OPEN
  for (const delivery of await findDue(engine.db, webhook.id, now, 2 * MAX_OPEN))
    if (open.count() < most && !underWay.has(delivery.id))
      open.add(delivery.id, deliver(engine, sending, webhook, delivery, now))
}

/** The open requests of one sender. Results are saved in the database; a rejection here means that saving failed. */
function createOpenRequests() {
  const open = new Map<number, Promise<void>>()
  const failures: unknown[] = []
  let justFailed = false
  return {
    count: () => open.size,
    ids: () => new Set(open.keys()),
    /** Resolves to whether the receiver accepted the delivery. */
    add(id: number, request: Promise<boolean>): void {
      const ended = request
        .then((delivered) => {
          justFailed = !delivered
        })
        .catch((error) => void failures.push(error))
        .finally(() => open.delete(id))
      open.set(id, ended)
    },
    hasJustFailed: () => justFailed,
    throwIfOneFailed(): void {
      if (failures.length > 0) throw failures[0]
    },
    /** Resolves when one of them ends, or after this time. */
    async change(longestMs: number): Promise<void> {
      const timer = new AbortController()
      const timeUp = pause(longestMs, undefined, { signal: timer.signal }).catch(() => {})
      await Promise.race([...open.values(), timeUp])
      timer.abort()
    },
    allEnded: () => Promise.all(open.values()),
  }
}

async function deliver(
  engine: Engine,
  sending: Sending,
  webhook: WebhookRow,
  delivery: DeliveryRow,
  now: number,
): Promise<boolean> {
  const outcome = await send(sending, webhook, delivery, now)
  await engine.transact((tx) => saveAttempt(tx, sending, webhook.id, delivery, outcome))
  return outcome.delivered
}

export async function send(
  { fetch, key }: Pick<Sending, 'fetch' | 'key'>,
  webhook: WebhookRow,
  { kind, delivery_key, body }: Pick<DeliveryRow, 'kind' | 'delivery_key' | 'body'>,
  now: number,
): Promise<TryOutcome> {
  const timestamp = Math.floor(now / 1000)
  const secret = decryptSecret(key, webhook.secret)
  const previous =
    webhook.previous_until !== null && webhook.previous_until > now && webhook.previous_secret !== null
      ? decryptSecret(key, webhook.previous_secret)
      : undefined
  const standard = [secret, ...(previous === undefined ? [] : [previous])].map((each) =>
    standardSignatureOf(each, delivery_key, timestamp, body),
  )
  const answer = await fetch(webhook.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Inkstone-Webhook/1.0',
      'x-webhook-event': kind,
      'x-webhook-id': delivery_key,
      'x-webhook-timestamp': String(timestamp),
      'x-webhook-signature': signatureOf(secret, body),
      ...(previous !== undefined && { 'x-webhook-signature-previous': signatureOf(previous, body) }),
      'webhook-id': delivery_key,
      'webhook-timestamp': String(timestamp),
      // Several signatures, separated by spaces: a receiver uses the one that matches its secret.
      'webhook-signature': standard.join(' '),
    },
    body,
    timeoutMs: TIMEOUT_MS,
    maxAnswerBytes: MAX_ANSWER_BYTES,
  })
  return outcomeOf(answer, Date.now())
}

async function saveAttempt(
  tx: Tx,
  { retryScale }: Sending,
  webhookId: number,
  delivery: DeliveryRow,
  outcome: TryOutcome,
): Promise<void> {
  const webhook = await lockWebhookById(tx, webhookId)
  // Deleted in the meantime, with its deliveries.
  if (!webhook) return
  const { delivered, gone, status, error, answer, durationMs, retryAfterMs } = outcome
  const attempts = delivery.attempts + 1
  await insertAttempt(tx, { delivery_id: delivery.id, duration_ms: durationMs, status, error, answer })
  const over = delivered || wasSwitchedOff(webhook)
  const next = over ? undefined : nextTry(attempts, tx.now, retryAfterMs, Math.random(), retryScale)
  const state = delivered ? 'done' : next === undefined ? 'failed' : 'waiting'
  await saveState(tx, delivery.id, { state, attempts, next_at: next ?? delivery.next_at })
  if (delivered) await noteSuccess(tx, webhook)
  else await noteFailure(tx, webhook, gone)
}

/** Disabled by the service, not by an administrator: requests that are still open are not retried either. */
function wasSwitchedOff({ enabled, disabled_reason }: WebhookRow): boolean {
  return enabled === 0 && disabled_reason !== ''
}

async function noteSuccess(tx: Tx, webhook: WebhookRow): Promise<void> {
  if (webhook.failing_since !== null) await saveWebhook(tx, webhook.id, { failing_since: null })
}

async function noteFailure(tx: Tx, webhook: WebhookRow, gone: boolean): Promise<void> {
  if (webhook.enabled === 0) return
  if (gone) return switchOff(tx, webhook, 'gone')
  if (hasFailedForTooLong(webhook.failing_since, tx.now)) return switchOff(tx, webhook, 'failing')
  if (webhook.failing_since === null) await saveWebhook(tx, webhook.id, { failing_since: tx.now })
}

const REASONS = {
  gone: 'the receiver answered 410 Gone',
  failing: 'it failed for three days',
} as const

async function switchOff(tx: Tx, webhook: WebhookRow, cause: keyof typeof REASONS): Promise<void> {
  const reason = REASONS[cause]
  await saveWebhook(tx, webhook.id, { enabled: 0, disabled_reason: reason, updated_at: tx.now })
  await failWaiting(tx, webhook.id)
  for (const userId of await adminsOf(tx, webhook.site_id))
    await sendMessage(tx, webhook.site_id, userId, 'webhook-switched-off', {
      webhook_id: webhook.id,
      url: webhook.url,
      cause,
    })
}

export async function deleteOldDeliveries(engine: Engine): Promise<void> {
  await removeOldDeliveries(engine, KEPT_MS)
}
