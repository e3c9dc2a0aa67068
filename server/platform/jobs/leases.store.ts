import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { EngineName, ReadHandle, WriteHandle } from '../sql/handles.ts'
import { forUpdate, skipLocked } from '../sql/lock.ts'
import type { JobRow, JobTables } from './jobs.table.ts'

type Db = ReadHandle<JobTables>
type Tx = WriteHandle<JobTables>

/** A leased job. With another fencing number it belongs to another worker. */
export type Lease = Pick<JobRow, 'id' | 'lease'>

// Literals in the statement: a partial index is only used if the condition matches exactly.
const WAITING = sql.lit<'waiting'>('waiting')
const RUNNING = sql.lit<'running'>('running')

export interface Moments {
  readonly now: number
  /** When the next lease expires. */
  readonly expiresAt: number | null
  /** When the next job of each kind is due. Kinds without waiting jobs are left out. */
  readonly dueAt: ReadonlyMap<string, number>
}

/** The upcoming work by the clock of the database: one statement, with one index lookup per kind. */
export async function nextMoments(db: Db, kinds: readonly string[]): Promise<Moments> {
  const { now, expiresAt, ...found } = await db
    .selectNoFrom((eb) => [
      clock(db.engine).as('now'),
      eb
        .selectFrom('jobs')
        .select('leased_until')
        .where('state', '=', RUNNING)
        .where('kind', 'in', kinds)
        .orderBy('leased_until')
        .limit(1)
        .as('expiresAt'),
      ...kinds.map((kind, index) =>
        eb
          .selectFrom('jobs')
          .select('due_at')
          .where('state', '=', WAITING)
          .where('kind', '=', kind)
          .orderBy('due_at')
          .limit(1)
          .as(`kind${index}`),
      ),
    ])
    .executeTakeFirstOrThrow()
  const dueAt = new Map<string, number>()
  for (const [index, kind] of kinds.entries()) {
    const moment = found[`kind${index}`]
    if (typeof moment === 'number') dueAt.set(kind, moment)
  }
  return { now, expiresAt, dueAt }
}

function clock(engine: EngineName) {
  return engine === 'postgres'
    ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql<number>`cast(round(unixepoch('subsec') * 1000) as integer)`
}

export interface LeaseRequest {
  readonly most: number
  readonly node: string
  readonly leaseMs: number
}

/** Takes due jobs, an equal share of each kind, the first kinds first. */
export async function takeDue(tx: Tx, kinds: readonly string[], taking: LeaseRequest): Promise<JobRow[]> {
  const taken: JobRow[] = []
  for (const [index, kind] of kinds.entries()) {
    const share = Math.ceil((taking.most - taken.length) / (kinds.length - index))
    const due = tx
      .selectFrom('jobs')
      .select('id')
      .where('state', '=', WAITING)
      .where('kind', '=', kind)
      .where('due_at', '<=', tx.now)
      .orderBy('due_at')
      .orderBy('id')
      .limit(share)
    if (share > 0) taken.push(...(await take(tx, due, taking)))
  }
  return taken.sort((a, b) => a.due_at - b.due_at || a.id - b.id)
}

/** Takes jobs whose lease has expired. */
export async function takeAbandoned(
  tx: Tx,
  kinds: readonly string[],
  taking: LeaseRequest,
): Promise<JobRow[]> {
  const abandoned = tx
    .selectFrom('jobs')
    .select('id')
    .where('state', '=', RUNNING)
    .where('leased_until', '<', tx.now)
    .where('kind', 'in', kinds)
    .orderBy('leased_until')
    .limit(taking.most)
  return take(tx, abandoned, taking)
}

async function take(tx: Tx, jobs: Ids, { node, leaseMs }: LeaseRequest): Promise<JobRow[]> {
  // As an array the locking query runs once: with a plain `in`, PostgreSQL may run it once per row and take too many.
  const chosen =
    tx.engine === 'postgres'
      ? sql<SqlBool>`id = any(array(${skipLocked(tx, jobs)}))`
      : sql<SqlBool>`id in ${jobs}`
  return tx
    .updateTable('jobs')
    .set((eb) => ({
      state: 'running',
      leased_until: tx.now + leaseMs,
      node,
      lease: eb('lease', '+', 1),
      attempts: eb('attempts', '+', 1),
    }))
    .where(chosen)
    .returningAll()
    .execute()
}

/** Renews the lease; false if another worker has it. */
export async function renewLease(tx: Tx, lease: Lease, leaseMs: number): Promise<boolean> {
  // A locked row is being completed by its holder; neither must wait for the other.
  const free = await skipLocked(tx, held(tx, lease)).executeTakeFirst()
  if (!free) return (await held(tx, lease).executeTakeFirst()) !== undefined
  await tx
    .updateTable('jobs')
    .set({ leased_until: tx.now + leaseMs })
    .where('id', '=', lease.id)
    .execute()
  return true
}

/** Locks the job if the lease is still ours, until the transaction ends; otherwise undefined. */
export async function lockHeld(tx: Tx, lease: Lease): Promise<JobRow | undefined> {
  return forUpdate(tx, held(tx, lease)).executeTakeFirst()
}

export type Ending =
  | { readonly state: 'done' }
  | {
      readonly state: 'waiting'
      due(now: number): number
      readonly attempts: number
      readonly error: string | null
    }
  | { readonly state: 'failed'; readonly error: string }

/** Completes the run with this lease; false if another worker has it, and then nothing changes. */
export async function endRun(tx: Tx, lease: Lease, ending: Ending): Promise<boolean> {
  // Read here and not at the start, because the handler itself may have requested another run.
  const job = await lockHeld(tx, lease)
  if (!job) return false
  await tx
    .updateTable('jobs')
    .set({
      ...onward(job, ending, tx.now),
      again_at: null,
      leased_until: 0,
      last_error: ending.state === 'done' ? null : ending.error,
    })
    .where('id', '=', job.id)
    .execute()
  return true
}

function onward(job: JobRow, ending: Ending, now: number) {
  if (job.again_at !== null) return waitingFrom(job.again_at, 0)
  if (ending.state === 'waiting') return waitingFrom(ending.due(now), ending.attempts)
  return { state: ending.state, ended_at: now, unique_key: null }
}

function waitingFrom(dueAt: number, attempts: number) {
  return { state: 'waiting', due_at: dueAt, attempts } as const
}

/** Releases an unfinished job; another worker may take it immediately. */
export async function releaseLease(tx: Tx, lease: Lease): Promise<void> {
  const job = await lockHeld(tx, lease)
  if (!job) return
  await tx
    .updateTable('jobs')
    .set({ ...waitingFrom(job.again_at ?? job.due_at, job.attempts - 1), again_at: null, leased_until: 0 })
    .where('id', '=', job.id)
    .execute()
}

/** Due kinds that this program does not know. */
export async function findUnknownKinds(db: Db, known: readonly string[], now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('jobs')
    .select('kind')
    .distinct()
    .where('state', '=', WAITING)
    .where('due_at', '<=', now)
    .where('kind', 'not in', known)
    .execute()
  return rows.map(({ kind }) => kind)
}

function held(tx: Tx, { id, lease }: Lease) {
  return tx
    .selectFrom('jobs')
    .selectAll()
    .where('id', '=', id)
    .where('lease', '=', lease)
    .where('state', '=', RUNNING)
}

type Ids = SelectQueryBuilder<JobTables, 'jobs', Pick<JobRow, 'id'>>
