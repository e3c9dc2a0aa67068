import type { Step } from './categories.store.ts'

/** What stands for "no parent" over the wire. */
export const TOP = 0

/**
 * The rows, already in order, as a tree. What hangs on a row that is not there (a disabled one, left out) hangs on
 * nothing and is left out with it. No recursion: a tree has any depth.
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

/** Whether a path from a category to the top passes through this one, be it as its first step. */
export function passesThrough(path: readonly Step[], id: number): boolean {
  return path.some((step) => step.id === id)
}

/** The public sees what is enabled all the way up. */
export function isPublic(path: readonly Step[]): boolean {
  return path.length > 0 && path.every(({ enabled }) => enabled === 1)
}
