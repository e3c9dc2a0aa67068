import type { Generated } from 'kysely'

export interface RevisionTable {
  id: Generated<number>
  article_id: number
  site_id: number
  number: number
  /** Who wrote this version, and when. */
  saved_by: number
  saved_at: number
  /** The API token that wrote it. */
  token_id: number | null
  snapshot: string
}
