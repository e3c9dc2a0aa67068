import type { Generated } from 'kysely'

export interface AuditLogTable {
  id: Generated<number>
  site_id: number
  user_id: number
  username: string
  /** The API token used. */
  token_id: number | null
  action: string
  target_type: string
  target_id: number
  before: string | null
  after: string | null
  address: string
  request_id: string
  created_at: number
}
