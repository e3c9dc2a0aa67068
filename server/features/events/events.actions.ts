import type { EventKind } from '@inkstone/contract/events.ts'
import type { Insertable } from 'kysely'
import type { Tx } from '../../database.ts'
import { enqueueAll } from '../../platform/jobs/enqueue.ts'
import { dispatchEvent } from './events.rules.ts'
import { hasListeners, insertEvents } from './events.store.ts'
import type { EventTable } from './events.table.ts'

export type EventData = Readonly<Record<string, unknown>>

interface Subject {
  readonly id: number
}

/** Records an event in the transaction of the change. Nothing is stored if no webhook is subscribed. */
export async function recordEvent(
  tx: Tx,
  siteId: number,
  kind: EventKind,
  subject: Subject,
  tell: () => EventData | Promise<EventData>,
): Promise<void> {
  await recordEvents(tx, siteId, kind, [subject], tell)
}

/** The same for what happened to several subjects at once. */
export async function recordEvents<Told extends Subject>(
  tx: Tx,
  siteId: number,
  kind: EventKind,
  subjects: readonly Told[],
  tell: (subject: Told) => EventData | Promise<EventData>,
): Promise<void> {
  if (!(await hasListeners(tx, siteId, kind))) return
  const events: Insertable<EventTable>[] = []
  for (const subject of subjects)
    events.push({
      site_id: siteId,
      kind,
      subject_type: kind.slice(0, kind.indexOf('.')),
      subject_id: subject.id,
      data: JSON.stringify({ id: subject.id, ...(await tell(subject)) }),
      created_at: tx.now,
      dispatched_at: null,
    })
  const ids = await insertEvents(tx, events)
  await enqueueAll(
    tx,
    dispatchEvent,
    ids.map((id) => ({ event_id: id })),
  )
}
