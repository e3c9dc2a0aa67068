import type { listCategories } from '@inkstone/contract/categories.ts'
import type { AnswerOf } from '@inkstone/contract/endpoint.ts'

export type CategoryNode = AnswerOf<typeof listCategories>[number]

/** What to refetch after a category changed: articles and navigation show categories. */
export const CATEGORY_TOUCHES = ['/api/categories', '/api/articles']

export interface Placed {
  readonly id: number
  readonly category: CategoryNode
  readonly depth: number
  /** The names of its ancestors and its own. */
  readonly path: string
  readonly siblings: readonly CategoryNode[]
}

/** The tree as a flat list, top to bottom. */
export function linesOf(nodes: readonly CategoryNode[], depth = 0, above = ''): readonly Placed[] {
  return nodes.flatMap((category) => {
    const path = above === '' ? category.name : `${above} / ${category.name}`
    const line = { id: category.id, category, depth, path, siblings: nodes }
    return [line, ...linesOf(category.children, depth + 1, path)]
  })
}

/** All except one and its subcategories, because a category cannot be below itself. */
export function linesWithout(nodes: readonly CategoryNode[], id: number | undefined): readonly Placed[] {
  const lines = linesOf(nodes)
  const left = lines.find((line) => line.id === id)
  if (!left) return lines
  const gone = new Set(linesOf([left.category]).map((line) => line.id))
  return lines.filter((line) => !gone.has(line.id))
}

interface Ordered {
  readonly id: number
  readonly sort_order: number
}

/**
 * The fewest changes that move a category up (-1) or down (1) among its siblings. Those with the same number
 * are ordered by id.
 */
export function reordered(siblings: readonly Ordered[], id: number, step: -1 | 1): readonly Ordered[] {
  const from = siblings.findIndex((sibling) => sibling.id === id)
  const wanted = siblings.toSpliced(from, 1)
  wanted.splice(from + step, 0, ...siblings.slice(from, from + 1))
  const changes: Ordered[] = []
  let before: Ordered | undefined
  for (const sibling of wanted) {
    const placed = { id: sibling.id, sort_order: lowestAfter(before, sibling) }
    if (placed.sort_order !== sibling.sort_order) changes.push(placed)
    before = placed
  }
  return changes
}

function lowestAfter(before: Ordered | undefined, { id, sort_order }: Ordered): number {
  if (!before || sort_order > before.sort_order) return sort_order
  return before.id < id ? before.sort_order : before.sort_order + 1
}
