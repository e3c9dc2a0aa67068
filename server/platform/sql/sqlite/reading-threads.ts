import { availableParallelism } from 'node:os'
import { helperPragmas } from './open.ts'
import { type SqliteThread, startSqliteThread } from './thread.ts'

/** Enough to keep a thread busy during one turn of the event loop, and few enough that none waits long for another. */
const MAX_WAITING = 16
const IDLE_MS = 30_000
const RESTART_AFTER_MS = 10_000
const MAX_THREADS = 3

/** The main thread needs a core, and each of the other processes too. */
export function readingThreadsFor(processes: number): number {
  return Math.max(0, Math.min(MAX_THREADS, Math.floor(availableParallelism() / processes) - 1))
}

interface ReadingThreadsOptions {
  readonly maxThreads: number
  /** A thread died, or could not be started. Another is started when it is needed. */
  readonly onTrouble: (error: Error) => void
  readonly idleMs?: number
}

export type ReadingThreads = ReturnType<typeof createReadingThreads>

/**
 * Threads that help the main thread to read when it has too much to do. They start on demand and end when idle, because
 * most services never need them.
 */
export function createReadingThreads(
  path: string,
  { maxThreads, onTrouble, idleMs = IDLE_MS }: ReadingThreadsOptions,
) {
  const threads: SqliteThread[] = []
  let starting: Promise<void> | undefined
  let notBefore = 0
  let closed = false
  const idle = setTimeout(endAll, idleMs).unref()

  function endAll(): Promise<unknown> {
    return Promise.allSettled(threads.splice(0).map((thread) => thread.close()))
  }

  async function start(): Promise<void> {
    try {
      const thread = await startSqliteThread(path, helperPragmas)
      thread.ended.then((error) => {
        const at = threads.indexOf(thread)
        if (at === -1) return
        threads.splice(at, 1)
        onTrouble(error)
      })
      if (closed) await thread.close()
      else threads.push(thread)
    } catch (error) {
      notBefore = performance.now() + RESTART_AFTER_MS
      onTrouble(error as Error)
    }
  }

  return {
    count: () => threads.length,
    /** The thread with the least to do; undefined if there is none, or all have enough. */
    free(): SqliteThread | undefined {
      let found: SqliteThread | undefined
      for (const thread of threads) if (thread.waiting() < (found?.waiting() ?? MAX_WAITING)) found = thread
      if (found) idle.refresh()
      return found
    },
    /** Starts another one for later, if there may be more. */
    startAnother(): void {
      if (closed || starting || threads.length >= maxThreads || performance.now() < notBefore) return
      starting = start().finally(() => {
        starting = undefined
      })
    },
    async close(): Promise<void> {
      closed = true
      clearTimeout(idle)
      await starting
      await endAll()
    },
  }
}
