import { setImmediate } from 'node:timers/promises'

const SLICE_MS = 4

/** Splits long work into slices of a few milliseconds, so that it does not block other requests. */
export interface Pace {
  isSliceOver(): boolean
  nextSlice(): Promise<void>
}

export function createPace(): Pace {
  let startedAt = performance.now()
  return {
    isSliceOver: () => performance.now() - startedAt > SLICE_MS,
    async nextSlice() {
      await setImmediate()
      startedAt = performance.now()
    },
  }
}
