import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { DatabaseUnavailable, type SqlEngine, type WriteHandle } from '../sql/handles.ts'
import { storable } from '../texts/storable.ts'
import type { Acting, Handler, Job, Outcome, Terms, Transacting } from './job-kind.ts'
import type { JobRow, JobTables } from './jobs.table.ts'
import { type Ending, endRun, lockHeld, renewLease } from './leases.store.ts'

const RETRY_MS = 1_000
/** A job whose workers disappear may be the cause; but a node may also be killed for other reasons, a few times. */
const MIN_TAKINGS = 5
const MAX_ERROR_LENGTH = 2_000

export interface LeaseTimes {
  readonly leaseMs: number
  readonly renewMs: number
}

export interface RunOptions<Tables> extends LeaseTimes {
  readonly engine: SqlEngine<Tables>
  readonly handler: Handler<Tables>
  readonly job: JobRow
  readonly log: Logger
}

export interface Run {
  readonly job: JobRow
  readonly form: Handler<unknown>['form']
  readonly ended: Promise<void>
  /** The worker is stopping: an error caused by that is not a failure. */
  abandon(): void
}

class LeaseLost extends Error {
  override name = 'LeaseLost'
}
class WorkerStopping extends Error {
  override name = 'WorkerStopping'
}

/** Starts the handler of a job, and renews its lease until the result is saved. */
export function startRun<Tables extends JobTables>(options: RunOptions<Tables>): Run {
  const { job, handler } = options
  const log = options.log.child({ job: job.id, kind: job.kind, attempt: job.attempts })
  const stopping = new AbortController()
  const lost = new AbortController()
  const stopRenewing = keepRenewing(options, log, () =>
    lost.abort(new LeaseLost('another worker has taken over the job')),
  )
  const signal = AbortSignal.any([stopping.signal, lost.signal])
  const ended = perform({ ...options, log }, signal, stopping.signal)
    .catch((error) => log.error({ err: error }, 'could not save the result of a job; its lease will expire'))
    .finally(stopRenewing)
  return {
    job,
    form: handler.form,
    ended,
    abandon: () => {
      stopRenewing()
      stopping.abort(new WorkerStopping('the node is stopping'))
    },
  }
}

async function perform<Tables extends JobTables>(
  options: RunOptions<Tables>,
  signal: AbortSignal,
  stopping: AbortSignal,
): Promise<void> {
  const { handler, job, log } = options
  if (job.attempts > Math.max(handler.maxAttempts, MIN_TAKINGS)) {
    log.error('a job failed: its workers disappeared')
    return keepEnd(options, stopping, { state: 'failed', error: 'its workers disappeared' })
  }
  try {
    if (handler.form === 'transacts') return await transactOnce(options, handler)
    const outcome = await act(options, handler, signal)
    await keepEnd(options, stopping, endingOf(outcome, log))
  } catch (error) {
    if (stopping.aborted) return
    await keepEnd(options, stopping, endingAfter(error, handler, job, log))
  }
}

async function transactOnce<Tables extends JobTables>(
  { engine, job, log }: RunOptions<Tables>,
  handler: Transacting<Tables>,
): Promise<void> {
  await engine.transact(async (tx) => {
    if (!(await lockHeld(jobsIn(tx), job))) return reportLost(log)
    const outcome = await handler.work(tx, JSON.parse(job.payload), shown(job))
    const kept = await endRun(jobsIn(tx), job, endingOf(outcome, log))
    if (!kept) throw new LeaseLost('the job was changed while its handler was running')
  })
}

async function act<Tables extends JobTables>(
  { engine, job, log }: RunOptions<Tables>,
  handler: Acting<Tables>,
  signal: AbortSignal,
) {
  return handler.work({ engine, signal, log }, JSON.parse(job.payload), shown(job))
}

/** The work is done: while the database is unavailable the result is kept in memory, or it would run again. */
async function keepEnd<Tables extends JobTables>(
  { engine, job, log }: RunOptions<Tables>,
  stopping: AbortSignal,
  ending: Ending,
): Promise<void> {
  for (;;) {
    try {
      return await engine.transact(async (tx) => {
        if (!(await endRun(jobsIn(tx), job, ending))) reportLost(log)
      })
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || stopping.aborted) throw error
      await pause(RETRY_MS, undefined, { signal: stopping })
    }
  }
}

// biome-ignore lint/suspicious/noConfusingVoidType: work that returns nothing is done.
function endingOf(outcome: Outcome | void, log: Logger): Ending {
  if (!outcome) return { state: 'done' }
  if ('againAt' in outcome) return { state: 'waiting', due: () => outcome.againAt, attempts: 0, error: null }
  log.error({ reason: outcome.failure }, 'a job failed permanently')
  return { state: 'failed', error: shortened(outcome.failure) }
}

function endingAfter(
  error: unknown,
  { maxAttempts, backoff }: Terms,
  { attempts }: JobRow,
  log: Logger,
): Ending {
  const text = shortened(error instanceof Error ? `${error.name}: ${error.message}` : String(error))
  const waitMs = attempts >= maxAttempts ? 'give up' : backoff(attempts, error)
  if (waitMs === 'give up') {
    log.error({ err: error }, 'a job failed permanently')
    return { state: 'failed', error: text }
  }
  log.warn({ err: error, waitMs }, 'a job failed and will be retried')
  return { state: 'waiting', due: (now) => now + Math.ceil(waitMs), attempts, error: text }
}

function shortened(error: string): string {
  return storable(error.slice(0, MAX_ERROR_LENGTH))
}

function reportLost(log: Logger): void {
  log.warn('another node took over a job; the result of this node is discarded')
}

function keepRenewing<Tables extends JobTables>(
  { engine, job, leaseMs, renewMs }: RunOptions<Tables>,
  log: Logger,
  onLost: () => void,
): () => void {
  let heldUntil = performance.now() + leaseMs
  let renewing = false
  async function renew(): Promise<void> {
    const asked = performance.now()
    try {
      const ours = await engine.transact((tx) => renewLease(jobsIn(tx), job, leaseMs))
      if (ours) heldUntil = asked + leaseMs
      else onLost()
    } catch (error) {
      log.debug({ err: error }, 'a lease could not be renewed')
      if (performance.now() > heldUntil) onLost()
    }
  }
  const timer = setInterval(() => {
    if (renewing) return
    renewing = true
    renew().finally(() => {
      renewing = false
    })
  }, renewMs)
  return () => clearInterval(timer)
}

function shown({ id, kind, attempts, lease, due_at, created_at }: JobRow): Job {
  return { id, kind, attempt: attempts, lease, dueAt: due_at, createdAt: created_at }
}

/** The same transaction, typed for the tables of the platform. */
function jobsIn<Tables extends JobTables>(tx: WriteHandle<Tables>): WriteHandle<JobTables> {
  return tx as unknown as WriteHandle<JobTables>
}
