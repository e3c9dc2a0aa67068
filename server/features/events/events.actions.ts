import type { EventKind } from '@inkstone/contract/events.ts'
import type { Tx } from '../../database.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { dispatchEvent } from './events.rules.ts'
import { hasListeners, insertEvent } from './events.store.ts'

export type EventData = Readonly<Record<string, unknown>>

/** Records an event in the transaction of the change. Nothing is stored if no webhook is subscribed. */
export async function recordEvent(
  tx: Tx,
  siteId: number,
  kind: EventKind,
  subject: { readonly id: number },
  tell: () => EventData | Promise<EventData>,
): Promise<void> {
  if (!(await hasListeners(tx, siteId, kind))) return
  const id = await insertEvent(tx, {
    site_id: siteId,
    kind,
    subject_type: kind.slice(0, kind.indexOf('.')),
    subject_id: subject.id,
    data: JSON.stringify({ id: subject.id, ...(await tell()) }),
    created_at: tx.now,
    dispatched_at: null,
  })
  await enqueue(tx, dispatchEvent, { event_id: id })
}
