import { Problem } from '../../platform/core/problem.ts'
import { rateLimitKey } from '../../platform/net/addresses.ts'
import type { Limiter, RateLimiter, Verdict } from '../../platform/rate-limit/rate-limit.ts'
import { sha256Hex } from '../../platform/secrets/secrets.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

/** Ten failures for one account from one network block it for 15 minutes, further failures for longer. */
const FROM_ONE_NETWORK = [
  { name: 'failed-logins', points: 10, windowSeconds: 15 * MINUTE },
  { name: 'failed-logins-longer', points: 30, windowSeconds: 3 * HOUR },
  { name: 'failed-logins-longest', points: 60, windowSeconds: 24 * HOUR },
]
/** From all networks together, for distributed guessing. */
const AT_ONE_ACCOUNT = { name: 'failed-logins-account', points: 100, windowSeconds: HOUR }
/** For trying one password on many accounts, and for guessing at credentials that name no account. */
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
  /** The account key from `accountOf`, independent of the name used. */
  readonly account: string
  readonly address: string
}

/** An existing user is identified by id, so that every spelling is the same; an unknown name by its folded form. */
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

/** Counts failed passwords for the account and for the network. */
export function refusingGuesses<Right>(
  guesses: Guesses,
  guesser: Guesser,
  guess: () => Promise<Right | Problem>,
): Promise<Right> {
  return countingFailures(counted(guesses, guesser), guess)
}

/**
 * Counts failures with a credential that names no account before it is right: the token of a link, a passkey, a response
 * of the OpenID provider. Each holds 128 random bits or more, so the limit does not protect the secret. It bounds what
 * guessing costs the service.
 */
export function refusingBlindGuesses<Right>(
  guesses: Guesses,
  address: string,
  guess: () => Promise<Right | Problem>,
): Promise<Right> {
  return countingFailures([[guesses.network, rateLimitKey(address)]], guess)
}

export const countBlindGuesses =
  (guesses: Guesses) =>
  <Right>(address: string, guess: () => Promise<Right | Problem>): Promise<Right> =>
    refusingBlindGuesses(guesses, address, guess)

/** Checks the count again after the guess, so that of many simultaneous ones no more than the limit get a result. */
async function countingFailures<Right>(
  counters: readonly (readonly [Limiter, string])[],
  guess: () => Promise<Right | Problem>,
): Promise<Right> {
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

/** A success resets the failures from this network. */
export async function forgiveGuesses(guesses: Guesses, { account, address }: Guesser): Promise<void> {
  const key = `${account} ${rateLimitKey(address)}`
  await Promise.all(guesses.together.map((limiter) => limiter.clear(key)))
}
