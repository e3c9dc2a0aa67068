import type { Generated } from 'kysely'

export interface AuditTable {
  id: Generated<number>
  article_id: number
  site_id: number
  auditor_id: number
  /** 1 approved, 2 sent back. */
  status: number
  reason: string
  created_at: number
}
