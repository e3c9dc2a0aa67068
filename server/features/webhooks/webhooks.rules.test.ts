import { describe, expect, test } from 'vitest'
import { bodyOf, hasFailedForTooLong, nextTry, RETRY_AFTER_MS, signatureOf } from './webhooks.rules.ts'

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

test('three days of failures disable a webhook, a short outage does not', () => {
  const day = 86_400_000
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
