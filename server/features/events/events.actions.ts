import type { EventKind } from '@inkstone/contract/events.ts'
import type { Tx } from '../../database.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { dispatchEvent } from './events.rules.ts'
import { hasListeners, insertEvent } from './events.store.ts'

/** Keeps what happened in the transaction in which it happens: neither without the other. */
export async function recordEvent(
  tx: Tx,
  siteId: number,
  kind: EventKind,
  subject: { id: number } & Readonly<Record<string, unknown>>,
): Promise<void> {
  const awaited = await hasListeners(tx, siteId)
  const id = await insertEvent(tx, {
    site_id: siteId,
    kind,
    subject_type: kind.slice(0, kind.indexOf('.')),
    subject_id: subject.id,
    data: JSON.stringify(subject),
    created_at: tx.now,
    dispatched_at: awaited ? null : tx.now,
  })
  if (awaited) await enqueue(tx, dispatchEvent, { event_id: id })
}
