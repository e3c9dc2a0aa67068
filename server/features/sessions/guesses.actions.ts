import { Problem } from '../../platform/core/problem.ts'
import { rateLimitKey } from '../../platform/net/addresses.ts'
import type { Limiter, RateLimiter, Verdict } from '../../platform/rate-limit/rate-limit.ts'
import { sha256Hex } from '../../platform/secrets/secrets.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

/** Ten wrong guesses at one account from one network cost a quarter of an hour; who goes on waits longer each time. */
const FROM_ONE_NETWORK = [
  { name: 'failed-logins', points: 10, windowSeconds: 15 * MINUTE },
  { name: 'failed-logins-longer', points: 30, windowSeconds: 3 * HOUR },
  { name: 'failed-logins-longest', points: 60, windowSeconds: 24 * HOUR },
]
/** From everywhere together: guesses that are spread over many networks. */
const AT_ONE_ACCOUNT = { name: 'failed-logins-account', points: 100, windowSeconds: HOUR }
/** One password tried on many accounts. */
const FROM_NETWORK_AT_ALL = { name: 'failed-logins-network', points: 1000, windowSeconds: 15 * MINUTE }

export interface Guesses {
  readonly together: readonly Limiter[]
  readonly account: Limiter
  readonly network: Limiter
}

export function createGuesses(rateLimiter: RateLimiter): Guesses {
  return {
    together: FROM_ONE_NETWORK.map((rule) => rateLimiter.limiter(rule)),
    account: rateLimiter.limiter(AT_ONE_ACCOUNT),
    network: rateLimiter.limiter(FROM_NETWORK_AT_ALL),
  }
}

export interface Guesser {
  /** The account that is guessed at, whatever it was called; `accountOf` makes it. */
  readonly account: string
  readonly address: string
}

/** A found user counts by id, so that every spelling is the same; an unknown name by its folded form. */
export function accountOf(user: { readonly id: number } | undefined, name: string): string {
  return user ? `user ${user.id}` : `name ${sha256Hex(name.normalize('NFKC').toLowerCase().trim())}`
}

function counted(guesses: Guesses, { account, address }: Guesser): (readonly [Limiter, string])[] {
  const network = rateLimitKey(address)
  return [
    ...guesses.together.map((limiter) => [limiter, `${account} ${network}`] as const),
    [guesses.account, account] as const,
    [guesses.network, network] as const,
  ]
}

function requireAllowed(verdicts: readonly Verdict[]): void {
  const refused = verdicts.filter(({ allowed }) => !allowed)
  if (refused.length === 0) return
  const retryAfterSeconds = Math.max(1, ...refused.map((verdict) => verdict.retryAfterSeconds))
  throw new Problem('too-many-logins', { retryAfterSeconds })
}

/**
 * Counts the wrong guesses at a password, and looks at the count again after each: hashing takes its time, and of many
 * guesses made at once no more than the allowed number may learn anything.
 */
export async function refusingGuesses<Right>(
  guesses: Guesses,
  guesser: Guesser,
  guess: () => Promise<Right | Problem>,
): Promise<Right> {
  const counters = counted(guesses, guesser)
  const peek = () => Promise.all(counters.map(([limiter, key]) => limiter.peek(key)))
  requireAllowed(await peek())
  const outcome = await guess()
  if (outcome instanceof Problem) {
    requireAllowed(await Promise.all(counters.map(([limiter, key]) => limiter.consume(key))))
    throw outcome
  }
  requireAllowed(await peek())
  return outcome
}

/** A success forgives what was wrong from this network before it. */
export async function forgiveGuesses(guesses: Guesses, { account, address }: Guesser): Promise<void> {
  const key = `${account} ${rateLimitKey(address)}`
  await Promise.all(guesses.together.map((limiter) => limiter.clear(key)))
}
