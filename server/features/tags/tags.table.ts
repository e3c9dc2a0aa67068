import type { Flag } from '@inkstone/contract/schema.ts'
import type { Generated, Selectable } from 'kysely'

export interface TagTable {
  id: Generated<number>
  site_id: number
  name: string
  alias: string
  color: Generated<string>
  description: Generated<string>
  seo_title: Generated<string>
  seo_keywords: Generated<string>
  seo_description: Generated<string>
  sort_order: Generated<number>
  enabled: Generated<Flag>
  created_at: number
  updated_at: number
}

export type TagRow = Selectable<TagTable>
