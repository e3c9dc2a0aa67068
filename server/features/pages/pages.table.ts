import type { Generated, Selectable } from 'kysely'

export interface PageTable {
  id: Generated<number>
  site_id: number
  title: string
  alias: string
  seo_title: Generated<string>
  seo_keywords: Generated<string>
  seo_description: Generated<string>
  sort_order: Generated<number>
  enabled: Generated<number>
  show_in_nav: Generated<number>
  template: Generated<string>
  css_class: Generated<string>
  page_type: Generated<string>
  allow_comment: Generated<number>
  view_count: Generated<number>
  /** Approved ones. */
  comment_count: Generated<number>
  version: Generated<number>
  created_at: number
  updated_at: number
  deleted_at: number | null
  deleted_by: number | null
  content: string
}

export type PageRow = Selectable<PageTable>
