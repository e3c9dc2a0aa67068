import type { Insertable } from 'kysely'
import type { Tx } from '../../database.ts'
import type { EventTable } from './events.table.ts'

export async function insertEvent(tx: Tx, event: Insertable<EventTable>): Promise<void> {
  await tx.insertInto('events').values(event).execute()
}
