import { Problem } from '../core/problem.ts'

interface Waiting {
  readonly caller: string
  readonly signal: AbortSignal
  begin(): void
}

interface TurnLimits {
  /** So many at a time, all callers together. */
  readonly most: number
  readonly perCaller: number
  /** So many may wait; who comes then is told to come again. */
  readonly waiting: number
}

/**
 * Turns for work that takes much of the machine. Who has a turn gives it back when done; who asks for more than their
 * share waits, and lets others pass.
 */
export function createTurns({ most, perCaller, waiting: mostWaiting }: TurnLimits) {
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
    /** Resolves with what gives the turn back; rejects when the signal says that nobody waits any more. */
    take(caller: string, signal: AbortSignal): Promise<() => void> {
      if (signal.aborted) return Promise.reject(new ClientLeft())
      if (isFree(caller)) return Promise.resolve(begin(caller))
      if (queue.length >= mostWaiting) return Promise.reject(new Problem('unavailable'))
      return new Promise((resolve, reject) => {
        const leave = () => {
          queue = queue.filter((other) => other !== one)
          signal.removeEventListener('abort', giveUp)
        }
        const giveUp = () => {
          leave()
          reject(new ClientLeft())
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

/** Nobody is there any more to be answered; nothing went wrong. */
class ClientLeft extends Error {
  override name = 'ClientLeft'
}
