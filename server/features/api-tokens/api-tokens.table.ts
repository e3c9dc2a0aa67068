import type { tokenScopes } from '@inkstone/contract/api-tokens.ts'
import type { Generated } from 'kysely'

export interface ApiTokenTable {
  id: Generated<number>
  user_id: number
  name: string
  token_hash: string
  hint: string
  scope: (typeof tokenScopes)[number]
  expires_at: number | null
  last_used_at: number | null
  created_at: number
}
