/**
 * Changes that an editor has not told its form yet. Showing the whole screen anew for every key of a long text would
 * take longer than the key; whoever needs the newest text asks for it here first.
 */
const withheld = new Set<() => void>()

export function tellWithheld(): void {
  for (const tell of [...withheld]) tell()
}

/** Tells at once when nothing was told lately, otherwise when `waitMs` have passed or the text is asked for. */
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
