import { close, fdatasync, fsyncSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseUnavailable } from '../handles.ts'

interface Waiting {
  resolve(): void
  reject(error: Error): void
}

/**
 * Group commit: SQLite writes commits to the WAL file without flushing it, and they are flushed here in a libuv thread.
 * One flush runs at a time; all transactions that commit during it share the next one. Our own descriptor on the WAL
 * file is safe: SQLite locks the database and the -shm file, never the WAL, and truncates or overwrites the WAL in
 * place while a connection is open.
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

  /** After a failed flush the data may or may not be lost, and a retry cannot tell. So nothing more is acknowledged. */
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
    /** Whether a flush is running. */
    isBusy: () => running,
    /** The number of flushes. */
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

/** So that the names of new files also survive a power failure. */
function flushFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    close(folder)
  }
}
