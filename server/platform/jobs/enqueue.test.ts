import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { migrations } from '../../migrations/list.ts'
import { createPlace } from '../../test/database.ts'
import { openEngine } from '../sql/engine.ts'
import { migrate } from '../sql/migrate.ts'
import { cancel, enqueue, reschedule } from './enqueue.ts'
import { jobForms, jobKind, requireHandlers } from './job-kind.ts'
import { countWaiting, listJobs, oldestDueAge, pruneJobs, retryJob } from './jobs.store.ts'
import type { JobRow, JobTables } from './jobs.table.ts'
import { endRun, takeDue } from './leases.store.ts'
import { onEnqueued } from './wake.ts'

const place = await createPlace()
const engine = await openEngine<JobTables>({
  databaseUrl: place.settings.DATABASE_URL,
  sqlitePath: join(place.folder, 'jobs.db'),
  poolSize: 10,
  onLost: () => {},
})
await migrate(engine, migrations)
afterAll(async () => {
  await engine.close()
  await place.remove()
})

const greet = jobKind<{ id: number }>('test.greet')
const wave = jobKind<{ id: number }>('test.wave')
const LATER = Date.parse('9999-01-01T00:00:00Z')

let lastKey = 0
const newKey = () => `key ${++lastKey}`

async function jobsUnder(key: string, kind = greet): Promise<JobRow[]> {
  const { rows } = await listJobs(engine.db, {}, { limit: 1_000, offset: 0 })
  return rows.filter(({ unique_key }) => unique_key === `${kind.name} ${key}`)
}

const take = (kind: { name: string }) =>
  engine.transact((tx) => takeDue(tx, [kind.name], { most: 100, node: 'a', leaseMs: 60_000 }))

describe('enqueue', () => {
  test('stores the job with the change, and wakes the local worker after the commit', async () => {
    const seen: number[] = []
    const stop = onEnqueued(() => seen.push(1))
    await engine.transact(async (tx) => {
      expect(await enqueue(tx, greet, { id: 7 }, { dueAt: LATER })).toBe(true)
      expect(seen).toEqual([])
    })
    stop()
    expect(seen).toEqual([1])
    const { rows } = await listJobs(
      engine.db,
      { kind: greet.name, state: 'waiting' },
      { limit: 1, offset: 0 },
    )
    expect(rows).toMatchObject([{ payload: '{"id":7}', due_at: LATER, attempts: 0, unique_key: null }])
  })

  test('stores nothing and wakes nobody when the transaction is rolled back', async () => {
    const before = await countWaiting(engine.db)
    const seen: number[] = []
    const stop = onEnqueued(() => seen.push(1))
    const undone = engine.transact(async (tx) => {
      await enqueue(tx, greet, { id: 1 })
      throw new Error('changed my mind')
    })
    await expect(undone).rejects.toThrow('changed my mind')
    stop()
    expect(seen).toEqual([])
    expect(await countWaiting(engine.db)).toBe(before)
  })

  test('stores one job per key, even for simultaneous requests', async () => {
    const key = newKey()
    const made = await Promise.all(
      Array.from({ length: 30 }, (_, id) =>
        engine.transact((tx) => enqueue(tx, greet, { id }, { uniqueKey: key, dueAt: LATER })),
      ),
    )
    expect(made.filter(Boolean)).toHaveLength(1)
    expect(await jobsUnder(key)).toHaveLength(1)
  })

  test('lets different kinds use the same key', async () => {
    const key = newKey()
    const made = await engine.transact(async (tx) => [
      await enqueue(tx, greet, { id: 1 }, { uniqueKey: key, dueAt: LATER }),
      await enqueue(tx, wave, { id: 1 }, { uniqueKey: key, dueAt: LATER }),
    ])
    expect(made).toEqual([true, true])
  })

  test('frees the key when the job ends', async () => {
    const kind = jobKind<{ id: number }>('test.key-is-freed')
    const key = newKey()
    const add = () => engine.transact((tx) => enqueue(tx, kind, { id: 1 }, { uniqueKey: key }))
    for (const state of ['done', 'failed'] as const) {
      expect(await add()).toBe(true)
      const [job] = await take(kind)
      expect(await add()).toBe(false)
      if (job) await engine.transact((tx) => endRun(tx, job, { state, error: '' }))
    }
    expect(await add()).toBe(true)
  })

  for (const dueAt of [Number.NaN, Number.POSITIVE_INFINITY, 1.5])
    test(`rejects the due time ${dueAt}`, async () => {
      await expect(engine.transact((tx) => enqueue(tx, greet, { id: 1 }, { dueAt }))).rejects.toThrow(
        RangeError,
      )
    })
})

describe('reschedule', () => {
  const move = (kind: typeof greet, key: string, dueAt: number) =>
    engine.transact((tx) => reschedule(tx, kind, { id: 1 }, { uniqueKey: key, dueAt }))

  test('creates the job, and then only changes its time', async () => {
    const key = newKey()
    await move(greet, key, LATER)
    await move(greet, key, LATER + 5)
    await move(greet, key, LATER - 5)
    expect(await jobsUnder(key)).toMatchObject([{ due_at: LATER - 5, again_at: null }])
  })

  test('makes a running job run once more', async () => {
    const kind = jobKind<{ id: number }>('test.run-once-more')
    const key = newKey()
    await move(kind, key, 0)
    const [job] = await take(kind)
    await move(kind, key, LATER)
    expect(await jobsUnder(key, kind)).toMatchObject([{ state: 'running', again_at: LATER }])
    if (job) await engine.transact((tx) => endRun(tx, job, { state: 'done' }))
    expect(await jobsUnder(key, kind)).toMatchObject([
      { state: 'waiting', due_at: LATER, again_at: null, attempts: 0 },
    ])
  })
})

describe('cancel', () => {
  test('removes the waiting job with the key, once', async () => {
    const key = newKey()
    await engine.transact((tx) => enqueue(tx, greet, { id: 1 }, { uniqueKey: key, dueAt: LATER }))
    expect(await engine.transact((tx) => cancel(tx, wave, key))).toBe(false)
    expect(await engine.transact((tx) => cancel(tx, greet, key))).toBe(true)
    expect(await engine.transact((tx) => cancel(tx, greet, key))).toBe(false)
    expect(await jobsUnder(key)).toEqual([])
  })

  test('does not stop a running job, but cancels its next run', async () => {
    const kind = jobKind<{ id: number }>('test.cancel-running')
    const key = newKey()
    await engine.transact((tx) => enqueue(tx, kind, { id: 1 }, { uniqueKey: key }))
    const [job] = await take(kind)
    await engine.transact((tx) => reschedule(tx, kind, { id: 1 }, { uniqueKey: key, dueAt: LATER }))
    expect(await engine.transact((tx) => cancel(tx, kind, key))).toBe(false)
    if (job) expect(await engine.transact((tx) => endRun(tx, job, { state: 'done' }))).toBe(true)
    expect(await jobsUnder(key, kind)).toEqual([])
  })
})

describe('stored jobs', () => {
  const ended = (kind: string, state: 'done' | 'failed', age: number) =>
    engine.transact(async (tx) => {
      const times = { due_at: 0, created_at: 0, ended_at: tx.now - age }
      await tx
        .insertInto('jobs')
        .values({ kind, payload: '{}', state, ...times })
        .execute()
    })
  const HOUR = 3_600_000

  test('are pruned: done ones after a day, failed ones after thirty', async () => {
    const kind = 'test.prune'
    for (const age of [23, 25]) await ended(kind, 'done', age * HOUR)
    for (const age of [25, 29 * 24, 31 * 24]) await ended(kind, 'failed', age * HOUR)
    expect(await pruneJobs(engine)).toBe(2)
    expect(await pruneJobs(engine)).toBe(0)
    const { rows } = await listJobs(engine.db, { kind }, { limit: 10, offset: 0 })
    expect(rows.map(({ state }) => state)).toEqual(['failed', 'failed', 'done'])
  })

  test('are retried when failed, and not when done', async () => {
    const kind = 'test.retry'
    await ended(kind, 'failed', 0)
    await ended(kind, 'done', 0)
    const { rows } = await listJobs(engine.db, { kind }, { limit: 2, offset: 0 })
    const retried = await engine.transact(async (tx) => {
      const answers: Array<JobRow | undefined> = []
      for (const { id } of rows) answers.push(await retryJob(tx, id))
      return answers
    })
    expect(retried).toMatchObject([undefined, { state: 'waiting', attempts: 0, ended_at: null }])
  })

  test('the age of the oldest due job is known', async () => {
    const now = await engine.now()
    await engine.transact((tx) => enqueue(tx, greet, { id: 1 }, { dueAt: now - 100 * 24 * HOUR }))
    expect(await oldestDueAge(engine.db, now)).toBe(100 * 24 * HOUR)
    expect(await oldestDueAge(engine.db, 0)).toBe(0)
  })
})

describe('declaring kinds', () => {
  test('rejects a duplicate name', () => {
    expect(() => jobKind('test.greet')).toThrow('test.greet is declared twice')
  })

  test('stops the start when a declared kind has no handler', () => {
    const { transacts } = jobForms<JobTables>()
    expect(() => requireHandlers([transacts(greet, async () => {})])).toThrow(
      /without a handler: .*test\.wave/,
    )
  })
})
