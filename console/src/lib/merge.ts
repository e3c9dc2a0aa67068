import { diffOf } from './diff.ts'

/**
 * Merges two changes of one text, paragraph by paragraph. What only one side changed is taken from that side;
 * where both changed the same paragraphs, both versions are kept, theirs first.
 */
export function mergeBlocks(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
): { readonly blocks: readonly string[]; readonly doubled: number } {
  const [one, other] = [stateAfter(base, mine), stateAfter(base, theirs)]
  const blocks: string[] = []
  let doubled = 0
  let pending: Pending = { mine: [], theirs: [], isMine: false, isTheirs: false }
  const flush = () => {
    const { isMine, isTheirs } = pending
    if (isMine && isTheirs && !isSame(pending.mine, pending.theirs)) {
      blocks.push(...pending.theirs, ...pending.mine.filter((block) => !pending.theirs.includes(block)))
      doubled++
    } else blocks.push(...(isMine ? pending.mine : pending.theirs))
    pending = { mine: [], theirs: [], isMine: false, isTheirs: false }
  }
  for (let n = 0; n <= base.length; n++) {
    const [here, there] = [one.before[n] ?? [], other.before[n] ?? []]
    if (here.length > 0 || there.length > 0)
      pending = {
        mine: [...pending.mine, ...here],
        theirs: [...pending.theirs, ...there],
        isMine: pending.isMine || here.length > 0,
        isTheirs: pending.isTheirs || there.length > 0,
      }
    if (n === base.length) break
    const block = base[n] ?? ''
    const [keptHere, keptThere] = [one.keeps.has(n), other.keeps.has(n)]
    if (keptHere && keptThere) {
      flush()
      blocks.push(block)
      continue
    }
    pending = {
      mine: keptHere ? [...pending.mine, block] : pending.mine,
      theirs: keptThere ? [...pending.theirs, block] : pending.theirs,
      isMine: pending.isMine || !keptHere,
      isTheirs: pending.isTheirs || !keptThere,
    }
  }
  flush()
  return { blocks, doubled }
}

interface Pending {
  readonly mine: readonly string[]
  readonly theirs: readonly string[]
  readonly isMine: boolean
  readonly isTheirs: boolean
}

/** For each position in the base: what was inserted before it, and whether it is still there. */
function stateAfter(base: readonly string[], after: readonly string[]) {
  const before: string[][] = []
  const keeps = new Set<number>()
  let n = 0
  for (const { kind, items } of diffOf(base, after)) {
    if (kind === 'added') before[n] = [...(before[n] ?? []), ...items]
    else {
      if (kind === 'same') for (let k = 0; k < items.length; k++) keeps.add(n + k)
      n += items.length
    }
  }
  return { before, keeps }
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((block, n) => block === other[n])
