import type { Generated, Selectable } from 'kysely'

export interface PasskeyTable {
  id: Generated<number>
  user_id: number
  name: string
  credential_id: string
  public_key: string
  counter: number
  /** A JSON list of the transports of the authenticator. */
  transports: string
  created_at: number
  last_used_at: number | null
}

export type PasskeyRow = Selectable<PasskeyTable>

/** Used challenges: each is valid once. */
export interface SignInChallengeTable {
  key_hash: string
  expires_at: number
}
