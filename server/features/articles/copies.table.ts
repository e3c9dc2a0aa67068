import type { Selectable } from 'kysely'

/** The working copy of a published article. */
export interface CopyTable {
  article_id: number
  site_id: number
  /** Starts with the creation time, so that a discarded and recreated copy never reuses a version. */
  version: number
  /** The article version that the last save was based on. */
  article_version: number
  /** The publish time suggested by its author; an approval schedules it. */
  publish_at: number | null
  /** When it is published automatically. */
  scheduled_at: number | null
  saved_by: number
  created_at: number
  updated_at: number
  /** Its categories and tags, as JSON. */
  links: string
  /** Its content and flags, as JSON. */
  fields: string
}
export type CopyRow = Selectable<CopyTable>
