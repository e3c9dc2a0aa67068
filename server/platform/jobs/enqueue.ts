import type { WriteHandle } from '../sql/handles.ts'
import type { JobKind, JobPayload } from './job-kind.ts'
import { deleteWaitingJob, insertJob, insertOrMoveJob, type NewJob } from './jobs.store.ts'
import type { JobTables } from './jobs.table.ts'
import { tellEnqueued } from './wake.ts'

type Tx = WriteHandle<JobTables>

/**
 * Enqueues a job with the change that calls for it: both are kept or neither is. While a job of this kind with the
 * same key waits or runs, that one stays as it is, no second one is made, and the answer is false.
 */
export async function enqueue<Payload extends JobPayload>(
  tx: Tx,
  kind: JobKind<Payload>,
  payload: NoInfer<Payload>,
  { dueAt, uniqueKey }: { dueAt?: number; uniqueKey?: string } = {},
): Promise<boolean> {
  const made = await insertJob(tx, newJob(tx, kind, payload, dueAt, uniqueKey))
  if (made) tx.afterCommit(tellEnqueued)
  return made
}

/**
 * The same for a job whose time may change: one that waits under the key is due at the new time instead; one that is
 * running just now runs once more at that time.
 */
export async function reschedule<Payload extends JobPayload>(
  tx: Tx,
  kind: JobKind<Payload>,
  payload: NoInfer<Payload>,
  { dueAt, uniqueKey }: { dueAt: number; uniqueKey: string },
): Promise<void> {
  await insertOrMoveJob(tx, newJob(tx, kind, payload, dueAt, uniqueKey))
  tx.afterCommit(tellEnqueued)
}

/**
 * Removes the job that waits under this key, and says whether there was one. One that is running runs to its end: its
 * work decides for itself whether it is still wanted.
 */
export async function cancel(tx: Tx, kind: { readonly name: string }, uniqueKey: string): Promise<boolean> {
  return deleteWaitingJob(tx, keyWithin(kind, uniqueKey))
}

function newJob(
  tx: Tx,
  kind: { readonly name: string },
  payload: JobPayload,
  dueAt = tx.now,
  uniqueKey: string | undefined,
): NewJob {
  if (!Number.isSafeInteger(dueAt)) throw new RangeError(`a job cannot be due at ${dueAt}`)
  return {
    kind: kind.name,
    payload: JSON.stringify(payload),
    unique_key: uniqueKey === undefined ? null : keyWithin(kind, uniqueKey),
    due_at: dueAt,
    created_at: tx.now,
  }
}

/** Keys of different kinds never meet. */
function keyWithin(kind: { readonly name: string }, uniqueKey: string): string {
  return `${kind.name} ${uniqueKey}`
}
