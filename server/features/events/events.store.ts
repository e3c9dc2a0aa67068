import { type EventKind, isAskedFor } from '@inkstone/contract/events.ts'
import type { Insertable } from 'kysely'
import type { Db, Tx } from '../../database.ts'
import type { EventTable } from './events.table.ts'

export async function insertEvent(tx: Tx, event: Insertable<EventTable>): Promise<number> {
  const { id } = await tx.insertInto('events').values(event).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Most sites have no webhook for most kinds, and then an event costs no job and no text. */
export async function hasListeners(db: Db, siteId: number, kind: EventKind): Promise<boolean> {
  const webhooks = await db
    .selectFrom('webhooks')
    .select('events')
    .where('site_id', '=', siteId)
    .where('enabled', '=', 1)
    .execute()
  return webhooks.some(({ events }) => isAskedFor(JSON.parse(events), kind))
}
