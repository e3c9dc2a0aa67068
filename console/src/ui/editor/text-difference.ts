import type { Node as ModelNode } from '@tiptap/pm/model'

interface Part {
  readonly from: number
  /** In the text before. */
  readonly to: number
  /** In the text after. */
  readonly end: number
}

/**
 * Where two texts differ: within one line if possible, otherwise whole blocks. A change that began within a
 * block and ended outside it would be inserted beside the rest of that block.
 */
export function differenceOf(before: ModelNode, after: ModelNode): Part | undefined {
  const from = before.content.findDiffStart(after.content)
  const ends = before.content.findDiffEnd(after.content)
  if (from === null || ends === null) return undefined
  const overlap = Math.max(0, from - Math.min(ends.a, ends.b))
  const [to, end] = [ends.a + overlap, ends.b + overlap]
  const isInOneLine =
    before.resolve(from).sameParent(before.resolve(to)) &&
    after.resolve(from).sameParent(after.resolve(end)) &&
    before.resolve(from).parent.isTextblock
  return isInOneLine ? { from, to, end } : wholeBlocks(before, after)
}

function wholeBlocks(before: ModelNode, after: ModelNode): Part {
  const most = Math.min(before.childCount, after.childCount)
  let first = 0
  let from = 0
  while (first < most && before.child(first).eq(after.child(first))) from += before.child(first++).nodeSize
  let [to, end] = [before.content.size, after.content.size]
  for (let last = 1; last <= most - first; last++) {
    const [one, other] = [before.child(before.childCount - last), after.child(after.childCount - last)]
    if (!one.eq(other)) break
    to -= one.nodeSize
    end -= other.nodeSize
  }
  return { from, to, end }
}
