/**
 * The keys of a map that are evicted first: those that were added first. Asking the map for its first key each time would
 * step over everything deleted since V8 last rebuilt the map, which takes 4 to 9 µs with some thousand entries.
 */
export function oldestFirst<Key>(map: ReadonlyMap<Key, unknown>) {
  let keys: Iterator<Key> | undefined
  return {
    /** The oldest key, which the caller must delete. */
    take(): Key | undefined {
      for (;;) {
        const isNew = keys === undefined
        keys ??= map.keys()
        const next = keys.next()
        if (!next.done) return next.value
        keys = undefined
        if (isNew) return undefined
      }
    },
    /** Another entry was deleted. While nothing is evicted, a kept iterator would keep earlier copies of the map in memory. */
    release(): void {
      keys = undefined
    },
  }
}
