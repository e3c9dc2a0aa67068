import { type EventKind, isSubscribed } from '@inkstone/contract/events.ts'
import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '../../database.ts'
import { prepared } from '../../platform/sql/prepared.ts'
import type { EventTable } from './events.table.ts'

export async function insertEvent(tx: Tx, event: Insertable<EventTable>): Promise<number> {
  const { id } = await tx.insertInto('events').values(event).returning('id').executeTakeFirstOrThrow()
  return id
}

const findingWebhooks = prepared<{ site: number }, { events: string }>(
  ({ value }) => sql`select events from webhooks where site_id = ${value('site')} and enabled = 1`,
)

/** Most sites have no webhook for most kinds; then an event costs no job and no payload. */
export async function hasListeners(db: Db, siteId: number, kind: EventKind): Promise<boolean> {
  const webhooks = await findingWebhooks(db, { site: siteId })
  return webhooks.some(({ events }) => isSubscribed(JSON.parse(events), kind))
}
