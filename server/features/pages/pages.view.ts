import { showTimes, type Zone } from '../../platform/times/times.ts'
import type { PageInList } from './pages.store.ts'
import type { PageRow } from './pages.table.ts'

export function showPageInList(row: PageInList) {
  return {
    id: row.id,
    title: row.title,
    alias: row.alias,
    view_count: row.view_count,
    sort_order: row.sort_order,
    enabled: row.enabled,
    show_in_nav: row.show_in_nav,
    template: row.template,
    css_class: row.css_class,
    page_type: row.page_type,
    allow_comment: row.allow_comment,
    comment_count: row.comment_count,
    site_id: row.site_id,
  }
}

export function showWithDrafts(drafted: ReadonlySet<number>) {
  return (row: PageInList) => ({
    ...showPageInList(row),
    draft: drafted.has(row.id) ? (1 as const) : (0 as const),
  })
}

export function showPage(zone: Zone) {
  return (row: PageRow) => ({
    ...showPageInList(row),
    content: row.content,
    seo_title: row.seo_title,
    seo_keywords: row.seo_keywords,
    seo_description: row.seo_description,
    ...showTimes(zone, { create: row.created_at, update: row.updated_at }),
  })
}
