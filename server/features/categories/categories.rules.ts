import type { Step } from './categories.store.ts'

/** Whether an imported category can have this alias. */
export function isCategoryAlias(text: string | undefined): text is string {
  return text !== undefined && /^(?!\d+$)[A-Za-z0-9_-]{1,64}$/.test(text)
}

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

/** The public ones of all categories of a site. Not recursive, because a tree can have any depth. */
export function publicOnes<Row extends Step>(rows: readonly Row[]): Row[] {
  const byId = new Map<number, Step>(rows.map((row) => [row.id, row]))
  const known = new Map<number, boolean>()
  for (const row of rows) {
    const path: number[] = []
    let step: Step | undefined = row
    let open: boolean | undefined
    while (open === undefined) {
      path.push(step.id)
      const above: Step | undefined = step.parent_id === null ? undefined : byId.get(step.parent_id)
      if (step.enabled === 0) open = false
      else if (!above) open = step.parent_id === null
      else {
        open = known.get(above.id)
        step = above
      }
    }
    for (const id of path) known.set(id, open)
  }
  return rows.filter(({ id }) => known.get(id))
}
