import { openSync, readSync } from 'node:fs'

/** The head of SQLite's index of the WAL, which every commit writes anew. */
const HEAD_BYTES = 48

/**
 * Tells whether anybody, this process or another, has committed since the last call. `pragma data_version` would tell
 * the same, and takes a tenth of the time in which a cached answer is sent.
 *
 * The file is never closed: closing it would take away the locks that SQLite has on it in this process.
 */
export function watchCommits(databasePath: string): () => boolean {
  const file = openSync(`${databasePath}-shm`, 'r')
  let last = Buffer.alloc(HEAD_BYTES)
  let next = Buffer.alloc(HEAD_BYTES)
  return () => {
    readSync(file, next, 0, HEAD_BYTES, 0)
    if (next.equals(last)) return false
    ;[last, next] = [next, last]
    return true
  }
}
