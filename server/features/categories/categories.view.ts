import { flagOf } from '../../platform/core/flags.ts'
import { showTimes, type Zone } from '../../platform/times/times.ts'
import { asTree, TOP } from './categories.rules.ts'
import type { CategoryInTree, CategoryWithCount } from './categories.store.ts'

function showInTree(row: CategoryInTree) {
  return {
    id: row.id,
    name: row.name,
    alias: row.alias,
    parent_id: row.parent_id ?? TOP,
    article_count: row.article_count,
    sort_order: row.sort_order,
    enabled: row.enabled,
    icon: row.icon,
    cover: row.cover,
    template: row.template,
    show_in_nav: row.show_in_nav,
    external_link: row.external_link,
    site_id: row.site_id,
    is_default: flagOf(row.id === row.default_category_id),
  }
}

export function showTree(rows: readonly CategoryInTree[]) {
  return asTree(rows.map(showInTree))
}

export function showCategory(zone: Zone) {
  return (row: CategoryWithCount) => ({
    ...showInTree(row),
    description: row.description,
    seo_title: row.seo_title,
    seo_keywords: row.seo_keywords,
    seo_description: row.seo_description,
    ...showTimes(zone, { create: row.created_at, update: row.updated_at }),
  })
}
