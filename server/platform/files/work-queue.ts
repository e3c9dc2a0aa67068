export type Enqueue = <T>(work: () => Promise<T>) => Promise<T>

/** At most so many at once; the others wait in the order in which they came. */
export function createWorkQueue(concurrency: number): Enqueue {
  const waiting: (() => void)[] = []
  let running = 0

  return async (work) => {
    if (running >= concurrency) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
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
