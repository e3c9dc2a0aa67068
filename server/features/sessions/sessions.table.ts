import type { Generated, Selectable } from 'kysely'

export interface SessionTable {
  id: Generated<number>
  user_id: number
  /** Counts the refreshes: a token carries the generation it was made in. */
  generation: Generated<number>
  rotated_at: number
  expires_at: number
  address: string
  created_at: number
}

export type SessionRow = Selectable<SessionTable>
