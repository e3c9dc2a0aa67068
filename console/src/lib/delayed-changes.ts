/**
 * Changes that an editor has not passed to its form yet. Rendering the whole screen for every key in a long text would
 * be too slow. Code that needs the newest text flushes first.
 */
const waiting = new Set<() => void>()

export function flushDelayed(): void {
  for (const notify of [...waiting]) notify()
}

/** Passes on a first change at once, and later ones after `waitMs` or on flush. */
export function delayed(notify: () => void, waitMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isWaiting = false
  const flush = () => {
    if (!isWaiting) return
    isWaiting = false
    waiting.delete(flush)
    notify()
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
      waiting.add(flush)
      if (timer !== undefined) return
      flush()
      pause()
    },
  }
}
