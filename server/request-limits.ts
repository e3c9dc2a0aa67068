import type { Config } from './config.ts'
import type { Actor } from './platform/core/actor.ts'
import { rateLimitKey } from './platform/net/addresses.ts'
import type { Limiter, RateLimiter } from './platform/rate-limit/rate-limit.ts'

const MINUTE_SECONDS = 60

interface Counting {
  readonly config: Pick<Config, 'rateLimitAnon' | 'rateLimitUser'>
  readonly rateLimiter: RateLimiter
}

/** Counts requests per minute: by token if it has its own limit, by user, or by IP address. VIPs are not limited. */
export function countRequests({ config, rateLimiter }: Counting) {
  const perMinute = (name: string, points: number) =>
    points === 0 ? undefined : rateLimiter.limiter({ name, points, windowSeconds: MINUTE_SECONDS })
  const anonymous = perMinute('anonymous', config.rateLimitAnon)
  const users = perMinute('users', config.rateLimitUser)
  const byLimit = new Map<number, Limiter | undefined>()
  const tokens = (points: number) => {
    if (!byLimit.has(points)) byLimit.set(points, perMinute(`tokens-${points}`, points))
    return byLimit.get(points)
  }
  return (actor: Actor | undefined, address: string) => {
    if (!actor || actor.kind === 'anonymous') return anonymous?.consume(rateLimitKey(address))
    const { token } = actor
    if (token?.rateLimit !== undefined) return tokens(token.rateLimit)?.consume(String(token.id))
    return actor.vip ? undefined : users?.consume(String(actor.userId))
  }
}
