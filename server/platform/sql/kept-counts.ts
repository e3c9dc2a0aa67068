/**
 * The number of matching rows per block of a table. The count of a block is valid while the block has this version. All
 * three lists have the same order.
 */
export interface Counted {
  readonly stretches: Float64Array
  readonly versions: Float64Array
  readonly totals: Float64Array
}

export interface StretchCount {
  readonly stretch: number
  readonly version: number
  readonly total: number
}

/** Cached counts of this process by query. Transactions have none, because they see uncommitted rows. */
export interface KeptCounts {
  find(question: string): Counted | undefined
  keep(question: string, counted: Counted): void
}

/** Twenty-four bytes each. */
const MOST_STRETCHES = 200_000

/** The least recently used entries are evicted first. */
export function createKeptCounts(most = MOST_STRETCHES): KeptCounts {
  const all = new Map<string, Counted>()
  let kept = 0

  function forget(question: string): void {
    kept -= weightOf(all.get(question))
    all.delete(question)
  }

  return {
    find(question) {
      const counted = all.get(question)
      if (!counted) return undefined
      all.delete(question)
      all.set(question, counted)
      return counted
    },
    keep(question, counted) {
      forget(question)
      all.set(question, counted)
      kept += weightOf(counted)
      for (const oldest of all.keys()) {
        if (kept <= most) return
        forget(oldest)
      }
    },
  }
}

/** The query itself takes some space too. */
function weightOf(counted: Counted | undefined): number {
  return counted ? 20 + counted.stretches.length : 0
}

export function countedFrom(counts: readonly StretchCount[]): Counted {
  return {
    stretches: Float64Array.from(counts, ({ stretch }) => stretch),
    versions: Float64Array.from(counts, ({ version }) => version),
    totals: Float64Array.from(counts, ({ total }) => total),
  }
}

/** The same with some blocks counted again, or for the first time. */
export function recounted({ stretches, versions, totals }: Counted, again: readonly StretchCount[]): Counted {
  const counts = new Map<number, StretchCount>()
  stretches.forEach((stretch, place) => {
    counts.set(stretch, { stretch, version: versions[place] ?? 0, total: totals[place] ?? 0 })
  })
  for (const count of again) counts.set(count.stretch, count)
  return countedFrom([...counts.values()])
}

export function sumOf({ totals }: Counted): number {
  return totals.reduce((sum, total) => sum + total, 0)
}
