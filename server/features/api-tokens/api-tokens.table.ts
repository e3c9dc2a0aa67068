import type { TokenScope } from '@inkstone/contract/permissions.ts'
import type { Generated } from 'kysely'

export interface ApiTokenTable {
  id: Generated<number>
  user_id: number
  name: string
  token_hash: string
  hint: string
  scope: TokenScope
  /** A JSON list of site ids. Empty: all. A deleted site stays in the list, so that it never becomes empty. */
  sites: Generated<string>
  rate_limit: number | null
  expires_at: number | null
  /** Revoked tokens keep their row, because their changes refer to it. */
  revoked_at: number | null
  created_at: number
}

/** Separate from the token, so that a use does not invalidate cached tokens. */
export interface ApiTokenUseTable {
  token_id: number
  last_used_at: number
}
