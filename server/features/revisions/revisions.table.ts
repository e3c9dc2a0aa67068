import type { Generated } from 'kysely'

export interface RevisionTable {
  id: Generated<number>
  article_id: number
  site_id: number
  number: number
  /** Who wrote the state that is kept here, and when. */
  saved_by: number
  saved_at: number
  /** The API token through which it was written. */
  token_id: number | null
  snapshot: string
}
