import type { Flag } from '@inkstone/contract/schema.ts'
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
  enabled: Generated<Flag>
  show_in_nav: Generated<Flag>
  template: Generated<string>
  css_class: Generated<string>
  page_type: Generated<string>
  allow_comment: Generated<Flag>
  /** Who wrote the current content; 0 if unknown. Copied to the revision. */
  written_by: Generated<number>
  view_count: Generated<number>
  /** Approved comments. */
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
  /** Starts with the creation time, so that a discarded and recreated draft never reuses a version. */
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
  /** The content, as JSON. */
  snapshot: string
}

export type PageRow = Selectable<PageTable>
