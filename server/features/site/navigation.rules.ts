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
 * The categories that are shown, as a tree. One whose parent is not shown hangs on the nearest ancestor that is, or stands
 * at the top; one whose ancestor is missing from the list (disabled) is left out with it.
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
  // All the way up: a missing ancestor anywhere hides everything beneath it.
  while (above !== null) {
    const parent = byId.get(above)
    if (!parent) return undefined
    shown ??= items.get(above)
    above = parent.parent_id
  }
  return shown ?? 'top'
}
