import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const SPENT_BYTES_MAX = 2 * 1024 * 1024

/** Runs a minor garbage collection: a millisecond or two. */
type CollectYoung = (options: { type: 'minor' }) => void

let collectYoung: CollectYoung | undefined
let spent = 0

/**
 * Counts the bytes of streams that have been processed, and triggers a garbage collection after enough of them. By
 * default V8 counts only the small objects that own the buffers, not the buffers. A few simultaneous uploads would
 * leave forty megabytes of garbage, and the process would never shrink again.
 */
export function countSpent(bytes: number): void {
  spent += bytes
  if (spent < SPENT_BYTES_MAX) return
  spent = 0
  collectYoung ??= exposeCollector()
  collectYoung({ type: 'minor' })
}

// Like `node --expose-gc`, but users need not set the flag.
function exposeCollector(): CollectYoung {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  return collect
}
