import type { NavigationItem } from '@inkstone/contract/site.ts'

interface Listed {
  readonly id: number
  readonly parent_id: number | null
  readonly name: string
  readonly alias: string
  readonly show_in_nav: number
  readonly external_link: string
}

/**
 * The categories of the navigation as a tree. If the parent is not in the navigation, a category moves under its nearest
 * ancestor that is, or to the top level. A category with a disabled ancestor (missing from the list) is left out.
 */
export function asNavigation(
  categories: readonly Listed[],
  urlOf: (alias: string) => string,
): NavigationItem[] {
  const byId = new Map(categories.map((category) => [category.id, category]))
  const items = new Map<number, NavigationItem>()
  for (const { id, name, alias, external_link, show_in_nav } of categories)
    if (show_in_nav === 1)
      items.set(id, { type: 'category', id, name, alias, url: urlOf(alias), external_link, children: [] })
  const top: NavigationItem[] = []
  for (const [id, item] of items) {
    const place = placeOf(byId, items, id)
    if (place === 'top') top.push(item)
    else if (place) place.children.push(item)
  }
  return top
}

function placeOf(
  byId: ReadonlyMap<number, Listed>,
  items: ReadonlyMap<number, NavigationItem>,
  id: number,
): NavigationItem | 'top' | undefined {
  let above = byId.get(id)?.parent_id ?? null
  let shown: NavigationItem | undefined
  // Checks every ancestor: a missing one hides all its descendants.
  while (above !== null) {
    const parent = byId.get(above)
    if (!parent) return undefined
    shown ??= items.get(above)
    above = parent.parent_id
  }
  return shown ?? 'top'
}
