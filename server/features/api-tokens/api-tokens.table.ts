import type { TokenScope } from '@inkstone/contract/permissions.ts'
import type { Generated } from 'kysely'

export interface ApiTokenTable {
  id: Generated<number>
  user_id: number
  name: string
  token_hash: string
  hint: string
  scope: TokenScope
  /** A JSON list of site ids; empty: all. A site that is deleted stays in it, so that the list never becomes empty. */
  sites: Generated<string>
  rate_limit: number | null
  expires_at: number | null
  /** Revoked tokens keep their row: what they did is marked with their id. */
  revoked_at: number | null
  created_at: number
}

/** Apart from the token, so that a use does not invalidate what is cached of tokens. */
export interface ApiTokenUseTable {
  token_id: number
  last_used_at: number
}
