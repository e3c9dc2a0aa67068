import { setImmediate } from 'node:timers/promises'

const SLICE_MS = 4

/** Splits long work into slices of a few milliseconds, so that it does not block other requests. */
export interface Pace {
  nextSlice(): Promise<void>
  /** Waits for the next slice if this one is over. */
  breathe(): Promise<void>
}

export function createPace(): Pace {
  let startedAt = performance.now()
  const isSliceOver = () => performance.now() - startedAt > SLICE_MS
  async function nextSlice(): Promise<void> {
    await setImmediate()
    startedAt = performance.now()
  }
  return {
    nextSlice,
    async breathe() {
      if (isSliceOver()) await nextSlice()
    },
  }
}
