import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exponential } from './backoff.ts'

test('doubles with each attempt, up to a limit, and half of it is random', () => {
  const backoff = exponential({ firstMs: 1_000, longestMs: 60_000 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2_000 }), (attempt) => {
      const fullMs = Math.min(1_000 * 2 ** (attempt - 1), 60_000)
      const waitMs = backoff(attempt, new Error())
      expect(waitMs).toBeGreaterThanOrEqual(fullMs / 2)
      expect(waitMs).toBeLessThanOrEqual(fullMs)
      expect(Number.isInteger(waitMs)).toBe(true)
    }),
  )
})
