import type { Flag } from '@inkstone/contract/schema.ts'
import type { Generated } from 'kysely'

export interface SiteTable {
  id: Generated<number>
  name: string
  alias: string
  enabled: Flag
  default_category_id: Generated<number>
  /** The settings that differ from their defaults, as JSON. */
  settings: Generated<string>
  created_at: number
  updated_at: number
}

export interface SiteDomainTable {
  domain: string
  site_id: number
}
