import type { Generated, Selectable } from 'kysely'

/** A list of articles that a user saved under a name. */
export interface SavedViewTable {
  id: Generated<number>
  site_id: number
  user_id: number
  name: string
  query: string
  created_at: number
}
export type SavedViewRow = Selectable<SavedViewTable>
