/**
 * Changes that an editor has not passed to its form yet. Rendering the whole screen for every key in a long text would
 * be too slow. Code that needs the newest text flushes first.
 */
const waiting = new Set<() => void>()

export function flushDelayed(): void {
  for (const notify of [...waiting]) notify()
}

/** Passes on a change after `waitMs`, with those that follow in the meantime, or on flush. */
export function delayed(notify: () => void, waitMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    waiting.delete(flush)
    notify()
  }
  return {
    flush,
    isWaiting: () => timer !== undefined,
    changed() {
      waiting.add(flush)
      timer ??= setTimeout(flush, waitMs)
    },
  }
}
