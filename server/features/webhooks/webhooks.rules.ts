import { jobKind } from '../../platform/jobs/job-kind.ts'
import type { SafeAnswer } from '../../platform/net/safe-fetch.ts'
import { hmacSha256, hmacSha256Hex } from '../../platform/secrets/secrets.ts'
import { storable } from '../../platform/texts/storable.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The delays after failed attempts. The first attempt is immediate, and the eighth is the last. */
export const RETRY_AFTER_MS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  10 * HOUR,
] as const
const JITTER = 0.2
const MAX_RETRY_AFTER_MS = DAY
const SWITCHED_OFF_AFTER_MS = 3 * DAY
export const PREVIOUS_SECRET_MS = DAY
export const KEPT_MS = 30 * DAY
export const TIMEOUT_MS = 10 * SECOND
export const MAX_ANSWER_BYTES = 64 * 1024
const SHOWN_ANSWER_BYTES = 1024
const GONE = 410

/** Sends due deliveries to one webhook. Only one runs per webhook at a time, on all nodes. */
export const deliverToWebhook = jobKind<{ webhook_id: number }>('deliver-to-webhook')

export function bodyOf(event: { kind: string; created_at: number; data: string }): string {
  return `{"event":${JSON.stringify(event.kind)},"timestamp":${Math.floor(event.created_at / 1000)},"data":${event.data}}`
}

export function signatureOf(secret: string, body: string): string {
  return `sha256=${hmacSha256Hex(secret, body)}`
}

const STANDARD_PREFIX = 'whsec_'

const STANDARD_KEY_BYTES = { min: 24, max: 64 }

/** A secret with the prefix of Standard Webhooks must be a key of theirs: other text would be read as another key, or none. */
export function isUsableSecret(secret: string): boolean {
  if (!secret.startsWith(STANDARD_PREFIX)) return true
  const { length } = standardKeyOf(secret)
  const isBase64 = /^[A-Za-z0-9+/]+={0,2}$/.test(secret.slice(STANDARD_PREFIX.length))
  return isBase64 && length >= STANDARD_KEY_BYTES.min && length <= STANDARD_KEY_BYTES.max
}

/** The signature of Standard Webhooks over id, time and body. */
export function standardSignatureOf(secret: string, id: string, timestamp: number, body: string): string {
  return `v1,${hmacSha256(standardKeyOf(secret), `${id}.${timestamp}.${body}`).toString('base64')}`
}

function standardKeyOf(secret: string): Buffer {
  return secret.startsWith(STANDARD_PREFIX)
    ? Buffer.from(secret.slice(STANDARD_PREFIX.length), 'base64')
    : Buffer.from(secret)
}

/** The stored result of one attempt. */
export interface TryOutcome {
  readonly delivered: boolean
  readonly gone: boolean
  readonly status: number | null
  readonly error: string
  readonly answer: string
  readonly durationMs: number
  readonly retryAfterMs: number
}

export function outcomeOf(answer: SafeAnswer, now: number): TryOutcome {
  if (!answer.ok)
    return {
      delivered: false,
      gone: false,
      status: null,
      error: `${answer.reason}: ${answer.detail}`.slice(0, 500),
      answer: '',
      durationMs: answer.durationMs,
      retryAfterMs: 0,
    }
  const { status, body, durationMs } = answer
  const delivered = status >= 200 && status < 300
  return {
    delivered,
    gone: status === GONE,
    status,
    error: delivered ? '' : `answered ${status}`,
    answer: storable(body.subarray(0, SHOWN_ANSWER_BYTES).toString('utf8')),
    durationMs,
    retryAfterMs: delivered ? 0 : retryAfterOf(answer.headers['retry-after'], now),
  }
}

/** Parses seconds or a date. Ignores invalid values and limits it to a day. */
function retryAfterOf(header: string | string[] | undefined, now: number): number {
  const text = Array.isArray(header) ? header[0] : header
  if (!text) return 0
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * SECOND : Date.parse(text) - now
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS) : 0
}

/** When to retry after this many attempts; undefined after the last. `chance` is between 0 and 1. */
export function nextTry(
  attempts: number,
  now: number,
  retryAfterMs: number,
  chance: number,
  scale = 1,
): number | undefined {
  const wait = RETRY_AFTER_MS[attempts - 1]
  if (wait === undefined) return undefined
  const jittered = wait * (1 - JITTER + 2 * JITTER * chance) * scale
  return now + Math.round(Math.max(jittered, retryAfterMs))
}

/** Three days with only failures disable a webhook. A short outage does not. */
export function hasFailedForTooLong(failingSince: number | null, now: number): boolean {
  return failingSince !== null && now - failingSince > SWITCHED_OFF_AFTER_MS
}
