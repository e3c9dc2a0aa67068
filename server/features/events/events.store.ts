import { type EventKind, isSubscribed } from '@inkstone/contract/events.ts'
import { type Insertable, sql } from 'kysely'
import type { Tx } from '../../database.ts'
import { prepared } from '../../platform/sql/prepared.ts'
import { insertRows } from '../../platform/sql/rows.ts'
import type { EventTable } from './events.table.ts'

/** Their ids. */
export async function insertEvents(tx: Tx, events: readonly Insertable<EventTable>[]): Promise<number[]> {
  const made = await insertRows(tx, 'events', events, { returning: ['id'] })
  return made.map(({ id }) => id)
}

const findingWebhooks = prepared<{ site: number }, { events: string }>(
  ({ value }) => sql`select events from webhooks where site_id = ${value('site')} and enabled = 1`,
)

/** Read once per transaction: a change may record several events. */
type Webhooks = ReturnType<typeof findingWebhooks>
const webhooksOf = new WeakMap<Tx, Map<number, Webhooks>>()

/** Most sites have no webhook for most kinds; then an event costs no job and no payload. */
export async function hasListeners(tx: Tx, siteId: number, kind: EventKind): Promise<boolean> {
  const bySite = webhooksOf.get(tx) ?? new Map<number, Webhooks>()
  webhooksOf.set(tx, bySite)
  const webhooks = bySite.get(siteId) ?? findingWebhooks(tx, { site: siteId })
  bySite.set(siteId, webhooks)
  return (await webhooks).some(({ events }) => isSubscribed(JSON.parse(events), kind))
}
