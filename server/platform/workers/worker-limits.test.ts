import { describe, expect, test } from 'vitest'
import type { Verdict } from '../rate-limit/rate-limit.ts'
import { createLimits, createWorkerRateLimiter, type LimitQuestion } from './worker-limits.ts'

/** Two workers of one process, and the number of their requests to it. */
function twoWorkers(points: number) {
  const answer = createLimits()
  let questions = 0
  const ask = async (question: LimitQuestion) => {
    questions++
    return structuredClone(await answer(structuredClone(question)))
  }
  const rule = { name: 'requests', points, windowSeconds: 60 }
  const limiters = [1, 2].map(() => createWorkerRateLimiter(ask).limiter(rule))
  const consume = (worker: number) => Promise.resolve(limiters[worker]?.consume('a') as Promise<Verdict>)
  return { limiters, consume, questions: () => questions }
}

describe('workers share a limit', () => {
  test('exactly, whichever worker is asked', async () => {
    const { consume } = twoWorkers(30)
    const verdicts = []
    for (let request = 0; request < 35; request++) verdicts.push(await consume(request % 2))
    expect(verdicts.map(({ allowed }) => allowed)).toEqual(verdicts.map((_, index) => index < 30))
    expect(verdicts.map(({ remaining }) => remaining)).toEqual(
      verdicts.map((_, index) => Math.max(0, 29 - index)),
    )
    expect(verdicts.at(-1)?.retryAfterSeconds).toBeGreaterThan(0)
  })

  test('exactly for simultaneous requests, with one message', async () => {
    const { consume, questions } = twoWorkers(30)
    const verdicts = await Promise.all(Array.from({ length: 50 }, () => consume(0)))
    expect(verdicts.filter(({ allowed }) => allowed).length).toBe(30)
    expect(new Set(verdicts.slice(0, 30).map(({ remaining }) => remaining)).size).toBe(30)
    expect(questions()).toBe(1)
  })

  test('of many points, never too late and hardly too early, with few messages', async () => {
    const { consume, questions } = twoWorkers(10_000)
    let allowed = 0
    for (let request = 0; request < 12_000; request++) if ((await consume(request % 2)).allowed) allowed++
    expect(allowed).toBeLessThanOrEqual(10_000)
    expect(allowed).toBeGreaterThan(9_700)
    expect(questions()).toBeLessThan(8_000)
  })

  test('and reset it together', async () => {
    const { consume, limiters } = twoWorkers(2)
    for (let request = 0; request < 3; request++) await consume(0)
    expect((await consume(1)).allowed).toBe(false)
    await limiters[0]?.clear('a')
    expect((await consume(1)).allowed).toBe(true)
  })
})
