import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { SqlEngine } from '../sql/handles.ts'
import { type Handler, handlersByKind } from './job-kind.ts'
import type { JobRow, JobTables } from './jobs.table.ts'
import { findUnknownKinds, nextMoments, releaseLease, takeAbandoned, takeDue } from './leases.store.ts'
import { startLoop } from './loop.ts'
import { type LeaseTimes, type Run, startRun } from './run.ts'
import { onEnqueued } from './wake.ts'

/** A killed node is noticed within a lease and a poll: less than thirty seconds. */
const LEASE_MS = 15_000
const RENEW_MS = 5_000
const LOOK_MS = 1_000
/** Something is due, but locked by others. */
const BUSY_ELSEWHERE_MS = 100
const UNKNOWN_KINDS_MS = 60_000
const GRACE_MS = 10_000
/** Time for handlers to react to their abort signal. */
const FINAL_SAVE_MS = 1_000

export interface WorkerOptions<Tables> extends Partial<LeaseTimes> {
  readonly engine: SqlEngine<Tables>
  readonly handlers: readonly Handler<Tables>[]
  /** The name of this node, shown with its jobs. */
  readonly node: string
  readonly log: Logger
  /** The number of jobs of each form that run at a time, except kinds with their own queue. */
  readonly concurrency: number
  /** The polling interval for jobs from other nodes. */
  readonly lookMs?: number
}

export interface Worker {
  /** Stops taking jobs, waits for running ones for this time, and releases the rest. */
  stop(graceMs?: number): Promise<void>
}

/** Runs jobs until it is stopped. Any number of nodes can do so on one database. */
export function startWorker<Tables extends JobTables>(options: WorkerOptions<Tables>): Worker {
  const { handlers, log } = options
  const engine = options.engine as unknown as SqlEngine<JobTables>
  const known = [...handlersByKind(handlers).keys()]
  const running = new Set<Run>()
  // Slow external work must not delay a short transaction that is due: each form has its own queue.
  const queues = [...queuesOf(handlers).values()].map((queue) => startQueue(options, queue, running))
  const stopListening = onEnqueued(() => {
    for (const queue of queues) queue.wake()
  })
  const unknownKinds = known.length > 0 ? watchUnknownKinds(engine, known, log) : undefined

  let stopped: Promise<void> | undefined

  async function end(graceMs: number): Promise<void> {
    stopListening()
    await Promise.all([...queues, unknownKinds].map((loop) => loop?.stop()))
    await settled(running, graceMs)
    const unfinished = [...running]
    for (const run of unfinished) run.abandon()
    await settled(running, FINAL_SAVE_MS)
    // The transaction of a short job ends soon, and its lease with it.
    for (const { job, form } of unfinished) if (form === 'acts') await release(job)
  }

  async function release(job: JobRow): Promise<void> {
    try {
      await engine.transact((tx) => releaseLease(tx, job))
    } catch (error) {
      log.warn({ err: error, job: job.id }, 'could not release a job; its lease will expire')
    }
  }

  return {
    stop: (graceMs = GRACE_MS) => {
      stopped ??= end(graceMs)
      return stopped
    },
  }
}

/** The jobs of one queue, with limited concurrency. */
function queuesOf<Tables>(handlers: readonly Handler<Tables>[]): ReadonlyMap<string, Handler<Tables>[]> {
  const queues = new Map<string, Handler<Tables>[]>()
  for (const handler of handlers) {
    const name = handler.queue ? `queue ${handler.queue.name}` : handler.form
    queues.set(name, [...(queues.get(name) ?? []), handler])
  }
  return queues
}

function startQueue<Tables extends JobTables>(
  options: WorkerOptions<Tables>,
  handlers: readonly Handler<Tables>[],
  running: Set<Run>,
) {
  const concurrency = handlers[0]?.queue?.concurrency ?? options.concurrency
  const { node, log, leaseMs = LEASE_MS, renewMs = RENEW_MS, lookMs = LOOK_MS } = options
  const engine = options.engine as unknown as SqlEngine<JobTables>
  const byKind = handlersByKind(handlers)
  // Kinds served last come last, so that many jobs of one kind do not delay the others.
  let kinds = [...byKind.keys()]
  let busy = 0

  async function turn(): Promise<number> {
    if (busy >= concurrency) return lookMs
    const { now, expiresAt, dueAt } = await nextMoments(engine.db, kinds)
    const next = Math.min(...dueAt.values(), expiresAt ?? Number.POSITIVE_INFINITY)
    if (next > now) return next - now
    const due = kinds.filter((kind) => (dueAt.get(kind) ?? Number.POSITIVE_INFINITY) <= now)
    const jobs = await take(due, expiresAt !== null && expiresAt <= now)
    const served = new Set(jobs.map(({ kind }) => kind))
    kinds = [...kinds.filter((kind) => !served.has(kind)), ...served]
    for (const job of jobs) {
      const handler = byKind.get(job.kind)
      if (handler) start(startRun({ engine: options.engine, handler, job, log, leaseMs, renewMs }))
    }
    return jobs.length > 0 ? 0 : BUSY_ELSEWHERE_MS
  }

  function take(due: readonly string[], someAbandoned: boolean): Promise<JobRow[]> {
    return engine.transact(async (tx) => {
      const taking = { most: concurrency - busy, node, leaseMs }
      const abandoned = someAbandoned ? await takeAbandoned(tx, kinds, taking) : []
      const rest = await takeDue(tx, due, { ...taking, most: taking.most - abandoned.length })
      return [...abandoned, ...rest]
    })
  }

  function start(run: Run): void {
    busy++
    running.add(run)
    run.ended.finally(() => {
      busy--
      running.delete(run)
      loop.wake()
    })
  }

  const loop = startLoop({ turn, longestSleepMs: lookMs, what: 'jobs', log })
  return loop
}

/** They stay waiting, because a newer node may know them, but the operator should know. */
function watchUnknownKinds(engine: SqlEngine<JobTables>, known: readonly string[], log: Logger) {
  const told = new Set<string>()
  async function turn(): Promise<number> {
    for (const kind of await findUnknownKinds(engine.db, known, await engine.now())) {
      if (!told.has(kind)) log.warn({ kind }, 'jobs of an unknown kind are waiting')
      told.add(kind)
    }
    return UNKNOWN_KINDS_MS
  }
  return startLoop({ turn, longestSleepMs: UNKNOWN_KINDS_MS, what: 'unknown jobs', log })
}

async function settled(running: ReadonlySet<Run>, ms: number): Promise<void> {
  if (running.size === 0) return
  const timer = new AbortController()
  const timeUp = pause(ms, undefined, { signal: timer.signal }).catch(() => {})
  await Promise.race([Promise.all([...running].map(({ ended }) => ended)), timeUp])
  timer.abort()
}
