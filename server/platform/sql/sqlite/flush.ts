import { close, fdatasync, fsyncSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseUnavailable } from '../handles.ts'

interface Waiting {
  resolve(): void
  reject(error: Error): void
}

/**
 * Group commit: SQLite writes commits to the WAL file without flushing it, and they are flushed here, in a thread of
 * libuv. One flush is under way at a time; all transactions that commit meanwhile share the next one.
 *
 * A descriptor of our own on the WAL file is safe: SQLite takes its locks on the database and the -shm file, never on
 * the WAL, and truncates or overwrites the WAL in place for as long as a connection is open.
 */
export function openFlusher(databasePath: string, onFailure: (error: Error) => void) {
  const file = openSync(`${databasePath}-wal`, 'r+')
  flushFolder(dirname(databasePath))
  let waiting: Waiting[] = []
  let running = false
  let flushes = 0
  let failed: Error | undefined
  let closing: (() => void) | undefined

  function start(): void {
    const sharing = waiting
    waiting = []
    running = true
    flushes++
    fdatasync(file, (error) => {
      running = false
      if (error) fail(error, sharing)
      else for (const { resolve } of sharing) resolve()
      if (waiting.length > 0) start()
      else closing?.()
    })
  }

  /** What was not flushed may be lost or not; a second attempt cannot tell. So nothing more is acknowledged. */
  function fail(error: Error, sharing: readonly Waiting[]): void {
    failed = new DatabaseUnavailable(`the database could not be flushed to disk: ${error.message}`, {
      cause: error,
    })
    for (const { reject } of [...sharing, ...waiting]) reject(failed)
    waiting = []
    onFailure(failed)
  }

  return {
    /** Resolves when everything that was committed before the call is on disk. */
    flush(): Promise<void> {
      if (failed) return Promise.reject(failed)
      return new Promise((resolve, reject) => {
        waiting.push({ resolve, reject })
        if (!running) start()
      })
    },
    /** Whether a flush is under way. */
    isBusy: () => running,
    /** How often the disk was asked. */
    count: () => flushes,
    async close(): Promise<void> {
      if (running)
        await new Promise<void>((resolve) => {
          closing = resolve
        })
      await new Promise<void>((resolve) => close(file, () => resolve()))
    },
  }
}

/** So that the names of new files survive a power failure as well. */
function flushFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    close(folder)
  }
}
