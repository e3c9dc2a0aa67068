import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { createWorkQueue } from '../core/work-queue.ts'

// OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane.
const ARGON2_PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Leaves one core for everything else, and most threads of the pool, which also reads files.
const CONCURRENCY = Math.max(1, Math.min(3, availableParallelism() - 1))
/** About two seconds of hashing on one core. Further requests are rejected, which is better than letting them wait. */
const MAX_WAITING = 64

const queued = createWorkQueue(CONCURRENCY, MAX_WAITING)

export function hashPassword(password: string): Promise<string> {
  return queued(() => hash(password, ARGON2_PARAMETERS))
}

let dummyHash: Promise<string> | undefined

/** Takes the same time whether or not the user exists and has a password: otherwise a dummy hash is compared. */
export async function passwordMatches(passwordHash: string | undefined, password: string): Promise<boolean> {
  dummyHash ??= hash('the password of nobody', ARGON2_PARAMETERS)
  const own = passwordHash?.startsWith('$argon2') ? passwordHash : undefined
  const compared = own ?? (await dummyHash)
  const matches = await queued(() => verify(compared, password))
  return matches && own !== undefined
}
