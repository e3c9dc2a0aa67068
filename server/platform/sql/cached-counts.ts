/**
 * The number of matching rows per block of a table. The count of a block is valid while the block has this version. All
 * three lists have the same order.
 */
export interface BlockCounts {
  readonly blocks: Float64Array
  readonly versions: Float64Array
  readonly totals: Float64Array
}

export interface BlockCount {
  readonly stretch: number
  readonly version: number
  readonly total: number
}

/** Cached counts of this process by query. Transactions have none, because they see uncommitted rows. */
export interface CachedCounts {
  get(question: string): BlockCounts | undefined
  set(question: string, counted: BlockCounts): void
}

/** Twenty-four bytes each. */
const MAX_BLOCKS = 200_000

/** The least recently used entries are evicted first. */
export function createCachedCounts(most = MAX_BLOCKS): CachedCounts {
  const all = new Map<string, BlockCounts>()
  let kept = 0

  function forget(question: string): void {
    kept -= weightOf(all.get(question))
    all.delete(question)
  }

  return {
    get(question) {
      const counted = all.get(question)
      if (!counted) return undefined
      all.delete(question)
      all.set(question, counted)
      return counted
    },
    set(question, counted) {
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
function weightOf(counted: BlockCounts | undefined): number {
  return counted ? 20 + counted.blocks.length : 0
}

export function blockCountsOf(counts: readonly BlockCount[]): BlockCounts {
  return {
    blocks: Float64Array.from(counts, ({ stretch }) => stretch),
    versions: Float64Array.from(counts, ({ version }) => version),
    totals: Float64Array.from(counts, ({ total }) => total),
  }
}

/** The same with some blocks counted again, or for the first time. */
export function withRecounted(
  { blocks, versions, totals }: BlockCounts,
  again: readonly BlockCount[],
): BlockCounts {
  const counts = new Map<number, BlockCount>()
  blocks.forEach((stretch, place) => {
    counts.set(stretch, { stretch, version: versions[place] ?? 0, total: totals[place] ?? 0 })
  })
  for (const count of again) counts.set(count.stretch, count)
  return blockCountsOf([...counts.values()])
}

export function totalOf({ totals }: BlockCounts): number {
  return totals.reduce((sum, total) => sum + total, 0)
}
