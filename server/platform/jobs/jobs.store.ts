import { type Insertable, sql } from 'kysely'
import type { Found, PageBounds } from '../core/page.ts'
import type { ReadHandle, SqlEngine, WriteHandle } from '../sql/handles.ts'
import { insertRows } from '../sql/rows.ts'
import type { JobRow, JobTable, JobTables } from './jobs.table.ts'
import { notifyEnqueued } from './wake.ts'

type Db = ReadHandle<JobTables>
type Tx = WriteHandle<JobTables>

export type NewJob = Pick<Insertable<JobTable>, 'kind' | 'payload' | 'unique_key' | 'due_at' | 'created_at'>

// Literals in the statement: a partial index is only used if the condition matches exactly.
const WAITING = sql.lit<'waiting'>('waiting')

export async function insertJob(tx: Tx, job: NewJob): Promise<boolean> {
  const made = await tx
    .insertInto('jobs')
    .values(job)
    .onConflict((conflict) => conflict.column('unique_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

export async function insertJobs(tx: Tx, jobs: readonly NewJob[]): Promise<void> {
  await insertRows(tx, 'jobs', jobs)
}

export async function insertOrMoveJob(tx: Tx, job: NewJob): Promise<void> {
  await tx
    .insertInto('jobs')
    .values(job)
    .onConflict((conflict) =>
      conflict.column('unique_key').doUpdateSet({
        due_at: sql<number>`case jobs.state when 'waiting' then excluded.due_at else jobs.due_at end`,
        again_at: sql<number>`case jobs.state when 'waiting' then null else excluded.due_at end`,
        attempts: sql<number>`case jobs.state when 'waiting' then 0 else jobs.attempts end`,
      }),
    )
    .execute()
}

export async function deleteWaitingJob(tx: Tx, uniqueKey: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('jobs')
    .where('unique_key', '=', uniqueKey)
    .where('state', '=', WAITING)
    .executeTakeFirst()
  await tx
    .updateTable('jobs')
    .set({ again_at: null })
    .where('unique_key', '=', uniqueKey)
    .where('again_at', 'is not', null)
    .execute()
  return numDeletedRows > 0n
}

export interface JobFilters {
  readonly state?: JobRow['state'] | undefined
  readonly kind?: string | undefined
}

export async function listJobs(
  db: Db,
  { state, kind }: JobFilters,
  page: PageBounds,
): Promise<Found<JobRow>> {
  let matching = db.selectFrom('jobs')
  if (state !== undefined) matching = matching.where('state', '=', state)
  if (kind !== undefined) matching = matching.where('kind', '=', kind)
  const rows = await matching
    .selectAll()
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

export async function findJob(db: Db, id: number): Promise<JobRow | undefined> {
  return db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Runs a failed or waiting job now. For a running or completed job the result is undefined. */
export async function retryJob(tx: Tx, id: number): Promise<JobRow | undefined> {
  tx.afterCommit(notifyEnqueued)
  return tx
    .updateTable('jobs')
    .set({ state: 'waiting', due_at: tx.now, attempts: 0, ended_at: null })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'failed'])
    .returningAll()
    .executeTakeFirst()
}

/** Ends the running jobs of a kind as done. For a restored database, in which nothing is running any more. */
export async function endRunningJobs(tx: Tx, kind: string): Promise<void> {
  await tx
    .updateTable('jobs')
    .set({ state: 'done', ended_at: tx.now, unique_key: null, again_at: null, leased_until: 0 })
    .where('kind', '=', kind)
    .where('state', '=', 'running')
    .execute()
}

/** Waiting jobs, including those that are not due yet. */
export async function countWaiting(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('state', '=', WAITING)
    .executeTakeFirstOrThrow()
  return total
}

/** How many milliseconds the oldest due job has been waiting; 0 if none is due. */
export async function oldestDueAge(db: Db, now: number): Promise<number> {
  const oldest = await db
    .selectFrom('jobs')
    .select('due_at')
    .where('state', '=', WAITING)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return oldest === undefined ? 0 : Math.max(0, now - oldest.due_at)
}

const DAY_MS = 24 * 60 * 60 * 1_000
const DONE_KEPT_MS = DAY_MS
const FAILED_KEPT_MS = 30 * DAY_MS
const PORTION = 500

/** Deletes old jobs in portions, and returns how many. */
export async function pruneJobs(engine: SqlEngine<JobTables>): Promise<number> {
  const done = await deleteEnded(engine, 'done', DONE_KEPT_MS)
  return done + (await deleteEnded(engine, 'failed', FAILED_KEPT_MS))
}

async function deleteEnded(
  engine: SqlEngine<JobTables>,
  state: 'done' | 'failed',
  keptMs: number,
): Promise<number> {
  let total = 0
  for (let portion = PORTION; portion === PORTION; total += portion)
    portion = await engine.transact(async (tx) => {
      const old = tx
        .selectFrom('jobs')
        .select('id')
        .where('state', '=', state)
        .where('ended_at', '<', tx.now - keptMs)
        .limit(PORTION)
      const { numDeletedRows } = await tx.deleteFrom('jobs').where('id', 'in', old).executeTakeFirst()
      return Number(numDeletedRows)
    })
  return total
}
