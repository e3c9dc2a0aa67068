import {
  type Limiter,
  localLimiter,
  type RateLimiter,
  type Rule,
  rateLimiterOf,
  secondsUntil,
  type Verdict,
} from '../rate-limit/rate-limit.ts'

/** A request about a limit: consumes points for all waiting requests, peeks, or clears. */
export interface LimitQuestion {
  readonly kind: 'limit'
  readonly act: 'consume' | 'peek' | 'clear'
  readonly rule: Rule
  readonly key: string
  readonly points: number
}

/** The result for the last of the points, and how many more the worker may use without asking. */
interface Grant {
  readonly verdict: Verdict
  readonly advance: number
}

// Limits below a thousand points are counted exactly, in the parent process. For larger ones a worker gets one in a
// hundred in advance while more than half is left. Unused points are lost, so a limit of 10,000 may be reached some
// hundred early, but never late.
const ADVANCES_FROM = 1_000
const ADVANCE_SHARE = 0.01

/** Counts for all workers, in the parent process. */
export function createLimits(): (question: LimitQuestion) => unknown {
  const limiters = new Map<string, Limiter>()
  const limiterOf = (rule: Rule): Limiter => {
    const known = limiters.get(rule.name)
    if (known) return known
    const made = localLimiter(rule)
    limiters.set(rule.name, made)
    return made
  }

  async function consume({ rule, key, points }: LimitQuestion): Promise<Grant> {
    const limiter = limiterOf(rule)
    const verdict = await limiter.consume(key, points)
    if (rule.points < ADVANCES_FROM || verdict.remaining < rule.points / 2) return { verdict, advance: 0 }
    const advance = Math.floor(rule.points * ADVANCE_SHARE)
    await limiter.consume(key, advance)
    return { verdict, advance }
  }

  return (question) => {
    if (question.act === 'consume') return consume(question)
    const limiter = limiterOf(question.rule)
    return question.act === 'peek' ? limiter.peek(question.key) : limiter.clear(question.key)
  }
}

interface Advance {
  readonly verdict: Verdict
  left: number
  given: number
}

interface Waiting {
  resolve(verdict: Verdict): void
  reject(error: unknown): void
}

const MAX_ADVANCES = 10_000

/** Counts in the parent process, for all its workers together. */
export function createWorkerRateLimiter(ask: (question: LimitQuestion) => Promise<unknown>): RateLimiter {
  return rateLimiterOf((rule) => workerLimiter(rule, ask))
}

function workerLimiter(rule: Rule, ask: (question: LimitQuestion) => Promise<unknown>): Limiter {
  const advances = new Map<string, Advance>()
  const waiting = new Map<string, Waiting[]>()

  function fromAdvance(key: string): Verdict | undefined {
    const advance = advances.get(key)
    if (!advance || advance.left === 0 || advance.verdict.resetAtMs <= Date.now()) return undefined
    advance.left--
    advance.given++
    return verdictOn(advance.verdict, advance.verdict.used + advance.given)
  }

  /** All requests for one key in this turn of the event loop are one message. */
  async function askFor(key: string): Promise<void> {
    const together = waiting.get(key) ?? []
    waiting.delete(key)
    try {
      const question: LimitQuestion = { kind: 'limit', act: 'consume', rule, key, points: together.length }
      const { verdict, advance } = (await ask(question)) as Grant
      together.forEach(({ resolve }, index) => {
        resolve(verdictOn(verdict, verdict.used - together.length + index + 1))
      })
      if (advances.size >= MAX_ADVANCES) advances.clear()
      if (advance > 0) advances.set(key, { verdict, left: advance, given: 0 })
    } catch (error) {
      for (const { reject } of together) reject(error)
    }
  }

  return {
    consume(key, points = 1) {
      if (points !== 1) return consumeMany(rule, key, points, ask)
      const known = fromAdvance(key)
      if (known) return known
      return new Promise((resolve, reject) => {
        const together = waiting.get(key)
        if (together) together.push({ resolve, reject })
        else {
          waiting.set(key, [{ resolve, reject }])
          setImmediate(askFor, key)
        }
      })
    },
    peek: async (key) => (await ask({ kind: 'limit', act: 'peek', rule, key, points: 0 })) as Verdict,
    clear: async (key) => {
      advances.delete(key)
      await ask({ kind: 'limit', act: 'clear', rule, key, points: 0 })
    },
  }
}

async function consumeMany(
  rule: Rule,
  key: string,
  points: number,
  ask: (question: LimitQuestion) => Promise<unknown>,
): Promise<Verdict> {
  return ((await ask({ kind: 'limit', act: 'consume', rule, key, points })) as Grant).verdict
}

/** The result for one of several points that were consumed together. */
function verdictOn(last: Verdict, used: number): Verdict {
  const allowed = used <= last.limit
  return {
    allowed,
    limit: last.limit,
    used,
    remaining: Math.max(last.limit - used, 0),
    resetAtMs: last.resetAtMs,
    retryAfterSeconds: allowed ? 0 : last.retryAfterSeconds || secondsUntil(last.resetAtMs - Date.now()),
  }
}
