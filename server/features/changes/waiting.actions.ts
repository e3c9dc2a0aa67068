import { setTimeout as pause } from 'node:timers/promises'
import type { Engine } from '../../database.ts'
import { lastPosition } from './changes.store.ts'
import { isBefore, type Position } from './cursors.rules.ts'

const LOOK_EVERY_MS = 200

interface Waiter {
  /** The newest change when the waiter last read. */
  readonly since: Position
  wake(): void
}

/**
 * Wakes those who wait for changes. One look at the newest change serves all of them, and nobody looks while nobody waits.
 * Changes of other nodes are found the same way.
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
      // The database is away: whoever waits asks it again themselves, and is told so.
      wakeAll()
    } finally {
      looking = false
    }
  }

  function wakeAll(): void {
    for (const waiter of [...waiting]) waiter.wake()
  }

  return {
    /** The newest change; to be asked for before reading, and handed to `next` afterwards. */
    position: () => lastPosition(engine.db),
    /** Resolves when something newer has come, when the time is over, or when the caller has left. */
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
    /** A stop waits for nobody: those who wait are answered at once. */
    close(): void {
      closed = true
      wakeAll()
    },
  }
}
export type ChangeWatch = ReturnType<typeof createChangeWatch>
