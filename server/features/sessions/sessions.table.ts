import type { Generated, Selectable } from 'kysely'

export interface SessionTable {
  /** Random, so that the id of an ended session, or one missing in a restored backup, is never reused. */
  id: number
  user_id: number
  /** Counts the refreshes. A token contains its generation. */
  generation: Generated<number>
  rotated_at: number
  expires_at: number
  address: string
  /** The short name of the browser at login. */
  device: Generated<string>
  /** 2 if the login used a second factor, and the user has not given up all of theirs since. */
  factors: Generated<number>
  /** When the second factor was last confirmed in it, or null. */
  confirmed_at: number | null
  created_at: number
}

export type SessionRow = Selectable<SessionTable>

/** The last use of a session, in a separate table so that recording it does not invalidate cached sessions. */
export interface SessionUseTable {
  session_id: number
  last_seen_at: number
}

/** The devices a user has logged in from. */
export interface KnownDeviceTable {
  user_id: number
  device_key: string
  last_seen_at: number
}
