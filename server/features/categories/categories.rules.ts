import type { Step } from './categories.store.ts'

/** The API value for "no parent". */
export const TOP = 0

/**
 * Builds a tree from sorted rows. Children of a missing (disabled) row are left out with it. Not recursive, because a
 * tree can have any depth.
 */
export function asTree<Row extends { id: number; parent_id: number }>(rows: readonly Row[]): TreeNode<Row>[] {
  const nodes = new Map<number, TreeNode<Row>>(rows.map((row) => [row.id, { ...row, children: [] }]))
  const top: TreeNode<Row>[] = []
  for (const node of nodes.values()) {
    if (node.parent_id === TOP) top.push(node)
    else nodes.get(node.parent_id)?.children.push(node)
  }
  return top
}
type TreeNode<Row> = Row & { children: TreeNode<Row>[] }

/** Whether the path from a category to the top level includes this one. */
export function passesThrough(path: readonly Step[], id: number): boolean {
  return path.some((step) => step.id === id)
}

/** Public categories: enabled, with all ancestors enabled. */
export function isPublic(path: readonly Step[]): boolean {
  return path.length > 0 && path.every(({ enabled }) => enabled === 1)
}
