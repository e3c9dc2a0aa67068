import { describe, expect, test } from 'vitest'
import {
  bodyOf,
  hasFailedForTooLong,
  nextTry,
  outcomeOf,
  RETRY_AFTER_MS,
  signatureOf,
} from './webhooks.rules.ts'

describe('the attempts', () => {
  test('are eight, at the times of the contract, within a fifth', () => {
    expect(RETRY_AFTER_MS.map((ms) => ms / 1000)).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 36_000])
    expect(nextTry(1, 0, 0, 0.5)).toBe(5000)
    expect(nextTry(1, 0, 0, 0)).toBe(4000)
    expect(nextTry(1, 0, 0, 1)).toBe(6000)
    expect(nextTry(7, 0, 0, 0.5)).toBe(36_000_000)
    expect(nextTry(8, 0, 0, 0.5)).toBeUndefined()
  })
  test('wait longer if the receiver asks for it', () => expect(nextTry(1, 0, 60_000, 0.5)).toBe(60_000))
})

const now = Date.parse('2026-03-01T12:00:00Z')
const day = 86_400_000

test.each([
  ['seconds', '120', 120_000],
  ['a date', 'Sun, 01 Mar 2026 12:05:00 GMT', 300_000],
  ['a past date', 'Sun, 01 Mar 2026 11:00:00 GMT', 0],
  ['more than a day', '999999', day],
  ['a date in more than a day', 'Sun, 01 Mar 2037 12:00:00 GMT', day],
  ['something else', 'soon', 0],
  ['a negative number', '-5', 0],
])('reads the wait that a receiver asks for, up to a day, from %s', (_, header, retryAfterMs) => {
  const answer = { ok: true, status: 503, body: Buffer.from(''), truncated: false, durationMs: 1 } as const
  expect(outcomeOf({ ...answer, headers: { 'retry-after': header } }, now)).toMatchObject({ retryAfterMs })
})

test('three days of failures disable a webhook, a short outage does not', () => {
  expect(hasFailedForTooLong(null, 10 * day)).toBe(false)
  expect(hasFailedForTooLong(7 * day, 10 * day)).toBe(false)
  expect(hasFailedForTooLong(7 * day - 1, 10 * day)).toBe(true)
})

test('a body is signed byte for byte', () => {
  const body = bodyOf({
    kind: 'article.created',
    created_at: 1_700_000_000_999,
    data: '{"id":1,"title":"你好"}',
  })
  expect(body).toBe('{"event":"article.created","timestamp":1700000000,"data":{"id":1,"title":"你好"}}')
  expect(signatureOf('secret', body)).toMatch(/^sha256=[0-9a-f]{64}$/)
})
