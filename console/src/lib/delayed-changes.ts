/**
 * Changes that an editor has not passed to its form yet. Rendering the whole screen for every key in a long text would
 * be too slow. Code that needs the newest text flushes first.
 */
const withheld = new Set<() => void>()

export function tellWithheld(): void {
  for (const tell of [...withheld]) tell()
}

/** Passes on a first change at once, and later ones after `waitMs` or on flush. */
export function withholding(tell: () => void, waitMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isWaiting = false
  const flush = () => {
    if (!isWaiting) return
    isWaiting = false
    withheld.delete(flush)
    tell()
  }
  const pause = () => {
    timer = setTimeout(() => {
      timer = undefined
      if (!isWaiting) return
      flush()
      pause()
    }, waitMs)
  }
  return {
    flush,
    isWaiting: () => isWaiting,
    changed() {
      isWaiting = true
      withheld.add(flush)
      if (timer !== undefined) return
      flush()
      pause()
    },
  }
}
