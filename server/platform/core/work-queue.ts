import { Problem } from './problem.ts'

type Enqueue = <T>(work: () => Promise<T>, urgency?: Urgency) => Promise<T>

/** `unawaited` work, which nobody waits for, runs when there is no other. */
export type Urgency = 'awaited' | 'unawaited'

const RETRY_AFTER_SECONDS = 2

/** Runs at most this many at a time; others wait in order, and above `maxWaiting` they are rejected. */
export function createWorkQueue(concurrency: number, maxWaiting = Number.POSITIVE_INFINITY): Enqueue {
  const waiting: Record<Urgency, (() => void)[]> = { awaited: [], unawaited: [] }
  let running = 0

  return async (work, urgency = 'awaited') => {
    if (running >= concurrency) {
      if (waiting[urgency].length >= maxWaiting)
        throw new Problem('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS })
      await new Promise<void>((resolve) => waiting[urgency].push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      // The slot is passed on directly, so that nobody can take it in between.
      const next = waiting.awaited.shift() ?? waiting.unawaited.shift()
      if (next) next()
      else running -= 1
    }
  }
}
