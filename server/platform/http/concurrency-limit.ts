import { Problem } from '../core/problem.ts'

interface Waiting {
  readonly caller: string
  readonly signal: AbortSignal
  begin(): void
}

interface ConcurrencyLimits {
  /** The maximum running at a time, for all callers. */
  readonly most: number
  readonly perCaller: number
  /** The maximum waiting; further callers get an error. */
  readonly waiting: number
}

/** Limits concurrent expensive work. A caller that exceeds its share waits and lets others pass. */
export function createConcurrencyLimit({ most, perCaller, waiting: maxWaiting }: ConcurrencyLimits) {
  const running = new Map<string, number>()
  let total = 0
  let queue: Waiting[] = []

  const isFree = (caller: string) => total < most && (running.get(caller) ?? 0) < perCaller

  function begin(caller: string): () => void {
    total++
    running.set(caller, (running.get(caller) ?? 0) + 1)
    let over = false
    return () => {
      if (over) return
      over = true
      total--
      const left = (running.get(caller) ?? 1) - 1
      if (left === 0) running.delete(caller)
      else running.set(caller, left)
      const next = queue.find((one) => isFree(one.caller))
      next?.begin()
    }
  }

  return {
    /** Resolves with a function that releases the slot; rejects if the signal is aborted. */
    take(caller: string, signal: AbortSignal): Promise<() => void> {
      if (signal.aborted) return Promise.reject(new ClientDisconnected())
      if (isFree(caller)) return Promise.resolve(begin(caller))
      if (queue.length >= maxWaiting) return Promise.reject(new Problem('unavailable'))
      return new Promise((resolve, reject) => {
        const leave = () => {
          queue = queue.filter((other) => other !== one)
          signal.removeEventListener('abort', giveUp)
        }
        const giveUp = () => {
          leave()
          reject(new ClientDisconnected())
        }
        const one: Waiting = {
          caller,
          signal,
          begin() {
            leave()
            resolve(begin(caller))
          },
        }
        queue.push(one)
        signal.addEventListener('abort', giveUp, { once: true })
      })
    },
  }
}

/** The client has disconnected; this is not an error. */
class ClientDisconnected extends Error {
  override name = 'ClientLeft'
}
