import {
  type Limiter,
  localLimiter,
  type RateLimiter,
  type Rule,
  rateLimiterOf,
  type Verdict,
} from '../rate-limit.ts'
import type { RequestCounts } from '../request-counts.ts'
import type { Channel } from './channel.ts'

/** What a worker asks of the process that started it. */
export type WorkerQuestion =
  | {
      readonly kind: 'limit'
      readonly act: 'consume' | 'peek' | 'clear'
      readonly rule: Rule
      readonly key: string
      readonly points: number
    }
  | { readonly kind: 'enqueued' }
  | { readonly kind: 'request-counts' }

/** What that process asks of its workers. */
export type PrimaryQuestion = { readonly kind: 'own-request-counts' }

/** Counts in the process that started this one, for all of its workers together. */
export function createWorkerRateLimiter(channel: Channel): RateLimiter {
  return rateLimiterOf((rule): Limiter => {
    const ask = (act: 'consume' | 'peek' | 'clear', key: string, points = 1) =>
      channel.ask({ kind: 'limit', act, rule, key, points } satisfies WorkerQuestion)
    return {
      consume: async (key, points) => (await ask('consume', key, points)) as Verdict,
      peek: async (key) => (await ask('peek', key)) as Verdict,
      clear: async (key) => void (await ask('clear', key)),
    }
  })
}

interface PrimarySide<Worker> {
  onEnqueued(): void
  /** What all workers but the one that asks have counted. */
  requestCounts(asker: Worker): Promise<RequestCounts[]>
}

/** Answers what the workers ask. */
export function createAnswers<Worker>({ onEnqueued, requestCounts }: PrimarySide<Worker>) {
  const limiters = new Map<string, Limiter>()

  function limiterOf(rule: Rule): Limiter {
    const known = limiters.get(rule.name)
    if (known) return known
    const made = localLimiter(rule)
    limiters.set(rule.name, made)
    return made
  }

  return (asker: Worker, question: unknown): unknown => {
    const asked = question as WorkerQuestion
    switch (asked.kind) {
      case 'limit': {
        const limiter = limiterOf(asked.rule)
        if (asked.act === 'consume') return limiter.consume(asked.key, asked.points)
        if (asked.act === 'peek') return limiter.peek(asked.key)
        return limiter.clear(asked.key)
      }
      case 'enqueued':
        return onEnqueued()
      case 'request-counts':
        return requestCounts(asker)
    }
  }
}
