import type { Generated, Selectable } from 'kysely'

export interface SessionTable {
  /** Random: one that has ended, or that a restored backup does not have, never comes back as another's. */
  id: number
  user_id: number
  /** Counts the refreshes: a token carries the generation it was made in. */
  generation: Generated<number>
  rotated_at: number
  expires_at: number
  address: string
  /** What the browser said of itself when it logged in, in a few words. */
  device: Generated<string>
  /** 2 where the login gave more than a password. */
  factors: Generated<number>
  /** When the second factor was last given in it; null: never. */
  confirmed_at: number | null
  created_at: number
}

export type SessionRow = Selectable<SessionTable>

/** When a session was last used; apart from it, so that noting it does not make everybody's be read again. */
export interface SessionUseTable {
  session_id: number
  last_seen_at: number
}

/** From where a user has logged in before. */
export interface KnownDeviceTable {
  user_id: number
  device_key: string
  last_seen_at: number
}
