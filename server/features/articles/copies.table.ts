import type { Selectable } from 'kysely'

/** The working copy of a published article: what is to take its place. */
export interface CopyTable {
  article_id: number
  site_id: number
  /** Begins with the moment it was made, so that a copy that is thrown away and made anew never has a version twice. */
  version: number
  /** The version of the article that whoever saved the copy last had before them. */
  article_version: number
  /** The time its author wishes for; a review turns it into a schedule. */
  publish_at: number | null
  /** When it takes the article's place by itself. */
  scheduled_at: number | null
  saved_by: number
  created_at: number
  updated_at: number
  /** Its categories and tags, as JSON. */
  links: string
  /** Its writing and flags, as JSON. */
  fields: string
}
export type CopyRow = Selectable<CopyTable>
