import { setTimeout as pause } from 'node:timers/promises'
import type { Engine } from '../../database.ts'
import { lastPosition } from './changes.store.ts'
import { isBefore, type Position } from './cursors.rules.ts'

const LOOK_EVERY_MS = 200

interface Waiter {
  /** The newest change at the waiter's last read. */
  readonly since: Position
  wake(): void
}

/**
 * Wakes requests that wait for changes. One query for the newest change serves all of them, and none runs while no one
 * waits. Changes of other nodes are found the same way.
 */
export function createChangeWatch(engine: Engine) {
  const waiting = new Set<Waiter>()
  let looking = false
  let closed = false

  async function look(): Promise<void> {
    looking = true
    try {
      while (waiting.size > 0 && !closed) {
        const newest = await lastPosition(engine.db)
        for (const waiter of [...waiting]) if (isBefore(waiter.since, newest)) waiter.wake()
        await pause(LOOK_EVERY_MS)
      }
    } catch {
      // The database is unavailable: waiting requests query it themselves and get the error.
      wakeAll()
    } finally {
      looking = false
    }
  }

  function wakeAll(): void {
    for (const waiter of [...waiting]) waiter.wake()
  }

  return {
    /** The newest change. Read it first, and pass it to `next` afterwards. */
    position: () => lastPosition(engine.db),
    /** Resolves when there is a newer change, after the timeout, or when the client disconnects. */
    async next(since: Position, milliseconds: number, left: AbortSignal): Promise<void> {
      if (closed || left.aborted) return
      await new Promise<void>((resolve) => {
        const wake = () => {
          clearTimeout(timer)
          left.removeEventListener('abort', wake)
          waiting.delete(waiter)
          resolve()
        }
        const waiter: Waiter = { since, wake }
        const timer = setTimeout(wake, milliseconds)
        left.addEventListener('abort', wake)
        waiting.add(waiter)
        if (!looking) look()
      })
    },
    isClosed: () => closed,
    /** On shutdown all waiting requests return immediately. */
    close(): void {
      closed = true
      wakeAll()
    },
  }
}
export type ChangeWatch = ReturnType<typeof createChangeWatch>
