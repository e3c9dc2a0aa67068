import type { Selectable } from 'kysely'

/** The TOTP secret of a user; active once `users.second_factor_at` is set. */
export interface SecondFactorTable {
  user_id: number
  /** Encrypted with a key derived from the secret key of the service. */
  secret: string
  created_at: number
}
export type SecondFactorRow = Selectable<SecondFactorTable>

/** The time steps whose codes have been used. */
export interface UsedCodeTable {
  user_id: number
  step: number
}

export interface RecoveryCodeTable {
  user_id: number
  code_hash: string
}
