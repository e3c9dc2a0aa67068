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
  /** Who wrote what it is now; 0 where that is not known. A revision takes it along. */
  written_by: Generated<number>
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

/** Changes to a page that readers do not see yet. */
export interface PageDraftTable {
  page_id: number
  site_id: number
  /** Begins with the moment it was made, so that a draft that is thrown away and made anew never has a version twice. */
  version: number
  saved_by: number
  saved_at: number
  /** The changed fields, as JSON. */
  fields: string
}

export interface PageRevisionTable {
  id: Generated<number>
  page_id: number
  site_id: number
  number: number
  saved_by: number
  saved_at: number
  /** What it was, as JSON. */
  snapshot: string
}

export type PageRow = Selectable<PageTable>
