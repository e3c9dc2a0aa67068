import type { ChangeType } from '@inkstone/contract/changes.ts'
import type { Generated, Selectable } from 'kysely'

/** Who can see an item: no one (it is gone), its owner and managers, or all readers. */
export const NOBODY = 0
export const MANAGERS = 1
export const READERS = 2
export type SeenBy = typeof NOBODY | typeof MANAGERS | typeof READERS

/**
 * A row that nobody sees before or after is only for its owner: the item has another owner now. The change itself is a row
 * of its own.
 */
export interface ChangeTable {
  id: Generated<number>
  /** On PostgreSQL the id of the transaction that wrote the row; 0 on SQLite. */
  transaction_id: Generated<number>
  site_id: number
  type: ChangeType
  subject_id: number
  alias: string
  owner_id: number
  seen_before: number
  seen_after: number
  created_at: number
}
export type ChangeRow = Selectable<ChangeTable>
