import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import {
  type Limiter,
  localLimiter,
  type RateLimiter,
  type Rule,
  rateLimiterOf,
  secondsUntil,
  type Verdict,
} from './rate-limit.ts'
import { type Outages, watchOutages } from './redis.ts'

/** Counts are shared between nodes. While Redis is unavailable each node counts for itself. */
export function createSharedRateLimiter({ redis, log }: { redis: Redis; log: Logger }): RateLimiter {
  const outages = watchOutages(redis, log)
  return rateLimiterOf((rule) => sharedLimiter(rule, localLimiter(rule), redis, outages))
}

function sharedLimiter(rule: Rule, local: Limiter, redis: Redis, outages: Outages): Limiter {
  const counters = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: `rate:${rule.name}`,
    points: rule.points,
    duration: rule.windowSeconds,
    rejectIfRedisNotReady: true,
  })

  function verdict(result: RateLimiterRes, allowed: boolean): Verdict {
    return {
      allowed,
      limit: rule.points,
      used: result.consumedPoints,
      remaining: result.remainingPoints,
      resetAtMs: Date.now() + result.msBeforeNext,
      retryAfterSeconds: allowed ? 0 : secondsUntil(result.msBeforeNext),
    }
  }

  async function consumeShared(key: string, points: number): Promise<Verdict> {
    try {
      return verdict(await counters.consume(key, points), true)
    } catch (error) {
      if (error instanceof RateLimiterRes) return verdict(error, false)
      throw error
    }
  }

  async function peekShared(key: string): Promise<Verdict> {
    const result = await counters.get(key)
    return verdict(
      result ?? new RateLimiterRes(rule.points, rule.windowSeconds * 1000),
      (result?.consumedPoints ?? 0) < rule.points,
    )
  }

  return {
    consume(key, points = 1) {
      return outages.bridge(
        () => consumeShared(key, points),
        () => local.consume(key, points),
      )
    },
    peek(key) {
      return outages.bridge(
        () => peekShared(key),
        () => local.peek(key),
      )
    },
    async clear(key) {
      await local.clear(key)
      await outages.bridge(
        () => counters.delete(key),
        () => false,
      )
    },
  }
}
