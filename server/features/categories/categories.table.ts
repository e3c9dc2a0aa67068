import type { Flag } from '@inkstone/contract/schema.ts'
import type { Generated, Selectable } from 'kysely'

export interface CategoryTable {
  id: Generated<number>
  site_id: number
  /** null at the top level; 0 in the API. */
  parent_id: number | null
  name: string
  alias: string
  description: Generated<string>
  seo_title: Generated<string>
  seo_keywords: Generated<string>
  seo_description: Generated<string>
  sort_order: Generated<number>
  enabled: Generated<Flag>
  icon: Generated<string>
  cover: Generated<string>
  template: Generated<string>
  show_in_nav: Generated<Flag>
  external_link: Generated<string>
  created_at: number
  updated_at: number
}

export type CategoryRow = Selectable<CategoryTable>
