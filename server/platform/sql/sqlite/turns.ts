import { setTimeout as pause } from 'node:timers/promises'

export type Pace = ReturnType<typeof createPace>

/**
 * Statements run in the main thread, and code that runs several continues in microtasks: without a break they would
 * block everything else. After this many milliseconds they wait for the next turn of the event loop.
 */
export function createPace(maxMs: () => number) {
  let begun = 0
  let marked = false
  const unmark = () => {
    marked = false
  }

  function spentMs(): number {
    const now = performance.now()
    if (!marked) {
      marked = true
      begun = now
      setImmediate(unmark)
    }
    return now - begun
  }

  return {
    /** How long ago the first of them began in this turn of the event loop. */
    spentMs,
    /** Whether they have used this turn of the event loop for too long. */
    isDue: () => spentMs() > maxMs(),
    rest: () =>
      new Promise<void>((resolve) => {
        setImmediate(resolve)
      }),
  }
}

let turn = 0
let turnIsMarked = false

/** The number of this turn of the event loop. A commit by this process begins a new one. */
export function currentTurn(): number {
  if (!turnIsMarked) {
    turnIsMarked = true
    setImmediate(() => {
      turnIsMarked = false
      turn++
    })
  }
  return turn
}

export function endTurn(): void {
  turn++
}

/** One at a time, in order of arrival. */
export function createQueue() {
  let taken = false
  const waiting: Array<() => void> = []

  function leave(): void {
    const next = waiting.shift()
    if (next) next()
    else taken = false
  }

  return {
    async inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
      if (taken) await new Promise<void>((resolve) => waiting.push(resolve))
      taken = true
      try {
        return await work()
      } finally {
        leave()
      }
    },
    waiting: () => waiting.length,
    /** Whether some work is running or waiting. */
    isTaken: () => taken,
  }
}

const FIRST_DELAY_MS = 1
const MAX_DELAY_MS = 25

/** Retries until it works or times out, with growing delays. */
export async function retryUntil(
  deadline: number,
  isWorthAnother: (error: unknown) => boolean,
  attempt: () => void,
): Promise<void> {
  for (let delay = FIRST_DELAY_MS; ; delay = Math.min(delay * 2, MAX_DELAY_MS)) {
    try {
      return attempt()
    } catch (error) {
      if (!isWorthAnother(error) || performance.now() + delay >= deadline) throw error
    }
    await pause(delay * (0.5 + Math.random()))
  }
}
