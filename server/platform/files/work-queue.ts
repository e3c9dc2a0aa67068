export type Enqueue = <T>(work: () => Promise<T>, urgency?: Urgency) => Promise<T>

/** What nobody waits for is done when nothing else is there to do. */
export type Urgency = 'awaited' | 'unawaited'

/** At most so many at once; the others wait in the order in which they came. */
export function createWorkQueue(concurrency: number): Enqueue {
  const waiting: Record<Urgency, (() => void)[]> = { awaited: [], unawaited: [] }
  let running = 0

  return async (work, urgency = 'awaited') => {
    if (running >= concurrency) await new Promise<void>((resolve) => waiting[urgency].push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      // The place is handed on, not freed: nobody who comes in between can take it.
      const next = waiting.awaited.shift() ?? waiting.unawaited.shift()
      if (next) next()
      else running -= 1
    }
  }
}
