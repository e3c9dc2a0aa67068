import { diffOf, pairsOf } from './diff.ts'

/**
 * Merges two changes of one text, paragraph by paragraph. What only one side changed is taken from that side; of a
 * paragraph that both changed, both versions are kept, theirs first.
 */
export function mergeBlocks(
  base: Blocks,
  mine: Blocks,
  theirs: Blocks,
): { readonly blocks: Blocks; readonly doubled: number } {
  const [one, other] = [changesFrom(base, mine), changesFrom(base, theirs)]
  const blocks: string[] = []
  let doubled = 0
  const keep = (before: Blocks, here: Blocks, there: Blocks) => {
    if (isSame(here, before) || isSame(here, there)) blocks.push(...there)
    else if (isSame(there, before)) blocks.push(...here)
    else {
      blocks.push(...there, ...here.filter((block) => !there.includes(block)))
      doubled++
    }
  }
  for (let n = 0; n <= base.length; n++) {
    keep([], one.inserted.get(n) ?? [], other.inserted.get(n) ?? [])
    const block = base.slice(n, n + 1)
    keep(block, one.replaced.get(n) ?? block, other.replaced.get(n) ?? block)
  }
  return { blocks, doubled }
}

type Blocks = readonly string[]

/** By position in the base: what was inserted before it, and what took its place, which is nothing if it was removed. */
function changesFrom(base: Blocks, after: Blocks) {
  const inserted = new Map<number, Blocks>()
  const replaced = new Map<number, Blocks>()
  let n = 0
  let removed: Blocks = []
  const flush = (added: Blocks) => {
    let [from, to] = [0, 0]
    for (const [one, other] of [...pairsOf(removed, added), [removed.length, added.length] as const]) {
      // Between two pairs nothing is alike, and paragraphs take the place of others in their order.
      for (; from < one; from++) replaced.set(n + from, added.slice(to, Math.min(++to, other)))
      if (to < other) inserted.set(n + one, added.slice(to, other))
      if (one < removed.length) replaced.set(n + one, added.slice(other, other + 1))
      ;[from, to] = [one + 1, other + 1]
    }
    n += removed.length
    removed = []
  }
  for (const { kind, items } of diffOf(base, after)) {
    if (kind === 'removed') removed = items
    else flush(kind === 'added' ? items : [])
    if (kind === 'same') n += items.length
  }
  flush([])
  return { inserted, replaced }
}

const isSame = (one: Blocks, other: Blocks) =>
  one.length === other.length && one.every((block, n) => block === other[n])
