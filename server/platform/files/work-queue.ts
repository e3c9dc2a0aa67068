export type Enqueue = <T>(work: () => Promise<T>, urgency?: Urgency) => Promise<T>

/** `unawaited` work, which nobody waits for, runs when there is no other. */
export type Urgency = 'awaited' | 'unawaited'

/** Runs at most this many at a time; the others wait in order. */
export function createWorkQueue(concurrency: number): Enqueue {
  const waiting: Record<Urgency, (() => void)[]> = { awaited: [], unawaited: [] }
  let running = 0

  return async (work, urgency = 'awaited') => {
    if (running >= concurrency) await new Promise<void>((resolve) => waiting[urgency].push(resolve))
    else running += 1
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
