import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const SPENT_BYTES_MAX = 2 * 1024 * 1024

/** Collects what died young: a millisecond or two. */
type CollectYoung = (options: { type: 'minor' }) => void

let collectYoung: CollectYoung | undefined
let spent = 0

/**
 * Counts bytes of a stream that have been dealt with, and has their buffers collected when they are many. Left to
 * itself, the collector counts the small objects that stand for the buffers and not the buffers: a few uploads at once
 * leave forty megabytes of them lying, and the process never gets smaller again.
 */
export function countSpent(bytes: number): void {
  spent += bytes
  if (spent < SPENT_BYTES_MAX) return
  spent = 0
  collectYoung ??= exposeCollector()
  collectYoung({ type: 'minor' })
}

// What `node --expose-gc` does, where nobody has to know of it.
function exposeCollector(): CollectYoung {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  return collect
}
