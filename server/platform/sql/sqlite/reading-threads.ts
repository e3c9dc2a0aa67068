import { availableParallelism } from 'node:os'
import { helperPragmas } from './open.ts'
import { type SqliteThread, startSqliteThread } from './thread.ts'

/** Enough to keep a thread busy during one turn of the event loop, and few enough that none waits long for another. */
const MAX_WAITING = 16
const IDLE_MS = 30_000
const RESTART_AFTER_MS = 10_000
const MAX_THREADS = 3
/** Loaded by the threads. */
const FUNCTIONS = new URL('./sqlite-functions.mjs', import.meta.url)

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
  /** One more, because the main thread does little while others read for it. */
  const maxForLong = maxThreads === 0 ? 0 : maxThreads + 1
  /** The number of long statements that each has. */
  const long = new Map<SqliteThread, number>()
  let starting: Promise<void> | undefined
  let notBefore = 0
  let closed = false
  const idle = setTimeout(endAll, idleMs).unref()

  function endAll(): Promise<unknown> {
    return Promise.allSettled(threads.splice(0).map((thread) => thread.close()))
  }

  async function start(): Promise<void> {
    try {
      const thread = await startSqliteThread(path, helperPragmas, FUNCTIONS)
      thread.ended.then((error) => {
        const at = threads.indexOf(thread)
        long.delete(thread)
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

  /** Starts another one for later, if there may be more. */
  function startAnother(most = maxThreads): void {
    if (closed || starting || threads.length >= most || performance.now() < notBefore) return
    starting = start().finally(() => {
      starting = undefined
    })
  }

  const longOf = (thread: SqliteThread) => long.get(thread) ?? 0

  /** The thread with the fewest long statements; starts one if there is none, and one for later if all have some. */
  async function threadForLong(): Promise<SqliteThread | undefined> {
    if (threads.every((thread) => longOf(thread) > 0)) startAnother(maxForLong)
    if (threads.length === 0) await starting
    return threads.toSorted((some, other) => longOf(some) - longOf(other))[0]
  }

  return {
    count: () => threads.length,
    /** The thread with the least to do; undefined if there is none, all have enough, or a long statement is before it. */
    free(): SqliteThread | undefined {
      let found: SqliteThread | undefined
      for (const thread of threads)
        if (longOf(thread) === 0 && thread.waiting() < (found?.waiting() ?? MAX_WAITING)) found = thread
      if (found) idle.refresh()
      return found
    },
    startAnother: () => startAnother(),
    /** Does a long read in a thread. Undefined if there can be none. */
    async withLong<Result>(read: (thread: SqliteThread) => Promise<Result>): Promise<Result | undefined> {
      const thread = await threadForLong()
      if (!thread) return undefined
      idle.refresh()
      long.set(thread, longOf(thread) + 1)
      try {
        return await read(thread)
      } finally {
        if (thread.hasEnded()) long.delete(thread)
        else long.set(thread, longOf(thread) - 1)
      }
    },
    async close(): Promise<void> {
      closed = true
      clearTimeout(idle)
      await starting
      await endAll()
    },
  }
}
