import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { Problem } from '../core/problem.ts'

// The parameters that OWASP names first for argon2id: 19 MiB, two passes, one lane.
const STRENGTH = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// One core is left to everything else, and so are most threads of the pool that files are read with.
const AT_ONCE = Math.max(1, Math.min(3, availableParallelism() - 1))
/** Some two seconds of hashing on one core; whoever comes later is better told so than kept waiting. */
const MAX_WAITING = 64
const RETRY_AFTER_SECONDS = 2

/** At most `atOnce` run, `maxWaiting` wait in the order in which they came, and the next one is told to come again. */
export function createBoundedQueue(atOnce: number, maxWaiting: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= atOnce) {
      if (waiting.length >= maxWaiting)
        throw new Problem('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS })
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      // The place is handed on, not freed: nobody who comes in between can take it.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

const queued = createBoundedQueue(AT_ONCE, MAX_WAITING)

export function hashPassword(password: string): Promise<string> {
  return queued(() => hash(password, STRENGTH))
}

let nobodysHash: Promise<string> | undefined

/**
 * Takes the same time whether there is such a user or not, and whether they have a password: the hash of nobody is
 * compared like any other.
 */
export async function passwordMatches(passwordHash: string | undefined, password: string): Promise<boolean> {
  nobodysHash ??= hash('the password of nobody', STRENGTH)
  const own = passwordHash?.startsWith('$argon2') ? passwordHash : undefined
  const compared = own ?? (await nobodysHash)
  const matches = await queued(() => verify(compared, password))
  return matches && own !== undefined
}
