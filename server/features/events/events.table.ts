import type { EventKind } from '@inkstone/contract/events.ts'
import type { Generated, Selectable } from 'kysely'

/** An event, stored in the transaction of the change until it is dispatched. */
export interface EventTable {
  id: Generated<number>
  site_id: number
  kind: EventKind
  subject_type: string
  subject_id: number
  data: string
  created_at: number
  dispatched_at: number | null
}
export type EventRow = Selectable<EventTable>
