interface Node {
  readonly id: number
  readonly name: string
  readonly is_default: 0 | 1
  readonly children: readonly Node[]
}

export interface CategoryChoice {
  readonly value: string
  /** The name, with the categories above it where another category has the same name. */
  readonly label: string
  readonly name: string
  readonly depth: number
  readonly isDefault: boolean
}

/** The tree as a flat list, top to bottom. A search in it shows a category without those above it. */
export function categoryChoices(
  tree: readonly Node[],
  below: (name: string, path: string) => string,
): CategoryChoice[] {
  const lines = linesOf(tree, [])
  const seen = new Map<string, number>()
  for (const { name } of lines.map(({ node }) => node)) seen.set(name, (seen.get(name) ?? 0) + 1)
  return lines.map(({ node: { id, name, is_default }, above }) => ({
    value: String(id),
    label: (seen.get(name) ?? 0) > 1 && above.length > 0 ? below(name, above.join(' / ')) : name,
    name,
    depth: above.length,
    isDefault: is_default === 1,
  }))
}

interface Line {
  readonly node: Node
  /** The names of its ancestors. */
  readonly above: readonly string[]
}

function linesOf(nodes: readonly Node[], above: readonly string[]): Line[] {
  return nodes.flatMap((node) => [{ node, above }, ...linesOf(node.children, [...above, node.name])])
}
