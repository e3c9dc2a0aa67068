import type { WriteHandle } from '../sql/handles.ts'
import type { JobKind, JobPayload } from './job-kind.ts'
import { deleteWaitingJob, insertJob, insertJobs, insertOrMoveJob, type NewJob } from './jobs.store.ts'
import type { JobTables } from './jobs.table.ts'
import { notifyEnqueued } from './wake.ts'

type Tx = WriteHandle<JobTables>

/**
 * Enqueues a job in the transaction of a change. If a job of this kind with the same key is waiting or running, nothing
 * is added and the result is false.
 */
export async function enqueue<Payload extends JobPayload>(
  tx: Tx,
  kind: JobKind<Payload>,
  payload: NoInfer<Payload>,
  { dueAt, uniqueKey }: { dueAt?: number; uniqueKey?: string } = {},
): Promise<boolean> {
  const made = await insertJob(tx, newJob(tx, kind, payload, dueAt, uniqueKey))
  if (made) tx.afterCommit(notifyEnqueued)
  return made
}

/** The same for many jobs without a key. */
export async function enqueueAll<Payload extends JobPayload>(
  tx: Tx,
  kind: JobKind<Payload>,
  payloads: readonly NoInfer<Payload>[],
): Promise<void> {
  await insertJobs(
    tx,
    payloads.map((payload) => newJob(tx, kind, payload, undefined, undefined)),
  )
  tx.afterCommit(notifyEnqueued)
}

/** The same for a job whose time may change: a waiting job gets the new time, a running one runs again at that time. */
export async function reschedule<Payload extends JobPayload>(
  tx: Tx,
  kind: JobKind<Payload>,
  payload: NoInfer<Payload>,
  { dueAt, uniqueKey }: { dueAt: number; uniqueKey: string },
): Promise<void> {
  await insertOrMoveJob(tx, newJob(tx, kind, payload, dueAt, uniqueKey))
  tx.afterCommit(notifyEnqueued)
}

/**
 * Removes the waiting job with this key, and returns whether there was one. A running job is not interrupted; it
 * decides itself whether it is still needed.
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

/** Keys of different kinds never collide. */
function keyWithin(kind: { readonly name: string }, uniqueKey: string): string {
  return `${kind.name} ${uniqueKey}`
}
