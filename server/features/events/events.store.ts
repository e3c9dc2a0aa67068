import type { Insertable } from 'kysely'
import type { Db, Tx } from '../../database.ts'
import type { EventTable } from './events.table.ts'

export async function insertEvent(tx: Tx, event: Insertable<EventTable>): Promise<number> {
  const { id } = await tx.insertInto('events').values(event).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Most sites have no webhook, and then an event costs no job. */
export async function hasListeners(db: Db, siteId: number): Promise<boolean> {
  const listener = await db
    .selectFrom('webhooks')
    .select('id')
    .where('site_id', '=', siteId)
    .where('enabled', '=', 1)
    .limit(1)
    .executeTakeFirst()
  return listener !== undefined
}
