import { setTimeout as pause } from 'node:timers/promises'

/**
 * Node aborts, with a message that helps nobody, if it exits or ends a thread while the package for SQLite runs a
 * statement there. These flags are shared with a thread, so that it is left alone until its statement has ended.
 */
export const flagNames = { IS_RUNNING: 0, IS_ENDING: 1 } as const

export type Flags = Int32Array<SharedArrayBuffer>

const MAX_WAIT_MS = 5_000
const LOOK_EVERY_MS = 1
const open = new Set<Flags>()
let isWatching = false

export function createFlags(): Flags {
  if (!isWatching) process.once('exit', endAllStatements)
  isWatching = true
  const flags = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT))
  open.add(flags)
  return flags
}

export function dropFlags(flags: Flags): void {
  open.delete(flags)
}

/** Lets no further statement begin, and waits for the one that runs. */
export async function endStatements(flags: Flags): Promise<void> {
  Atomics.store(flags, flagNames.IS_ENDING, 1)
  while (Atomics.load(flags, flagNames.IS_RUNNING) === 1) await pause(LOOK_EVERY_MS)
}

/** The same for all threads, without leaving this turn of the event loop. */
export function endAllStatements(): void {
  for (const flags of open) Atomics.store(flags, flagNames.IS_ENDING, 1)
  for (const flags of open) Atomics.wait(flags, flagNames.IS_RUNNING, 1, MAX_WAIT_MS)
}
