import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { migrations } from '../../migrations/list.ts'
import { createPlace } from '../../test/database.ts'
import { openEngine } from '../sql/engine.ts'
import type { SqlEngine } from '../sql/handles.ts'
import { migrate } from '../sql/migrate.ts'
import { enqueue, reschedule } from './enqueue.ts'
import { again, giveUp, type Handler, jobForms, jobKind } from './job-kind.ts'
import type { JobRow, JobTables } from './jobs.table.ts'
import { nextMoments, takeAbandoned, takeDue } from './leases.store.ts'
import { startRun } from './run.ts'
import { startWorker, type Worker, type WorkerOptions } from './worker.ts'

interface TestTables extends JobTables {
  effects: { job_id: number; node: string }
}
type Engine = SqlEngine<TestTables>

const place = await createPlace()
const openNode = () =>
  openEngine<TestTables>({
    databaseUrl: place.settings.DATABASE_URL,
    sqlitePath: join(place.folder, 'jobs.db'),
    poolSize: 10,
    onLost: () => {},
  })
const engine = await openNode()
const secondEngine = await openNode()
await migrate(engine, migrations)
await engine.transact((tx) =>
  sql`create table effects (job_id bigint not null, node text not null)`.execute(tx),
)

const workers: Worker[] = []
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
})
afterAll(async () => {
  await engine.close()
  await secondEngine.close()
  await place.remove()
})

const { transacts, acts } = jobForms<TestTables>()
const silent = pino({ level: 'silent' })
let lastKind = 0
const newKind = () => jobKind<{ id: number }>(`test.${++lastKind}`)

function work(handlers: Handler<TestTables>[], options: Partial<WorkerOptions<TestTables>> = {}): Worker {
  const worker = startWorker({
    engine,
    handlers,
    node: 'a',
    log: silent,
    concurrency: 4,
    lookMs: 50,
    ...options,
  })
  workers.push(worker)
  return worker
}

const keepEffect =
  (node: string) =>
  async (tx: Parameters<Parameters<Engine['transact']>[0]>[0], _: unknown, { id }: { id: number }) => {
    await tx.insertInto('effects').values({ job_id: id, node }).execute()
  }

async function add(
  kind: ReturnType<typeof newKind>,
  count = 1,
  options: { dueAt?: number } = {},
): Promise<void> {
  await engine.transact(async (tx) => {
    for (let id = 0; id < count; id++) await enqueue(tx, kind, { id }, options)
  })
}

const jobsOf = ({ name }: { name: string }): Promise<JobRow[]> =>
  engine.db.selectFrom('jobs').selectAll().where('kind', '=', name).orderBy('id').execute()
const effectsOf = ({ name }: { name: string }) =>
  engine.db
    .selectFrom('effects')
    .innerJoin('jobs', 'jobs.id', 'effects.job_id')
    .select(['job_id', 'effects.node'])
    .where('jobs.kind', '=', name)
    .execute()

const eventually = (holds: () => Promise<boolean>) => vi.waitUntil(holds, { timeout: 25_000, interval: 20 })
const allIn = ({ name }: { name: string }, state: JobRow['state']) =>
  eventually(async () => {
    const others = engine.db
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', name)
      .where('state', '!=', state)
    return (await others.limit(1).executeTakeFirst()) === undefined
  })

const expire = (kind: { name: string }) =>
  engine.transact((tx) =>
    tx.updateTable('jobs').set({ leased_until: 1 }).where('kind', '=', kind.name).execute(),
  )
const takeAs = (node: string, kind: { name: string }) =>
  engine.transact(async (tx) => {
    const taking = { most: 10, node, leaseMs: 60_000 }
    return [...(await takeDue(tx, [kind.name], taking)), ...(await takeAbandoned(tx, [kind.name], taking))]
  })

/** A latch that opens once. */
function door() {
  let open: () => void = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

describe('two nodes', () => {
  test('run 200 jobs that are due at once exactly 200 times', async () => {
    const inside = newKind()
    const outside = newKind()
    const calls = new Map<number, number>()
    await add(inside, 200)
    await add(outside, 40)
    for (const [node, own] of [
      ['a', engine],
      ['b', secondEngine],
    ] as const)
      work(
        [
          transacts(inside, keepEffect(node)),
          acts(outside, async (_, { id }) => void calls.set(id, (calls.get(id) ?? 0) + 1)),
        ],
        { engine: own, node },
      )
    await allIn(inside, 'done')
    await allIn(outside, 'done')
    const effects = await effectsOf(inside)
    expect(effects).toHaveLength(200)
    expect(new Set(effects.map(({ job_id }) => job_id)).size).toBe(200)
    expect([...calls.values()]).toEqual(Array(40).fill(1))
    expect((await jobsOf(inside)).every(({ lease, attempts }) => lease === 1 && attempts === 1)).toBe(true)
  })
})

describe('a lease', () => {
  test('that expired is taken over, and the transaction of the former holder changes nothing', async () => {
    const kind = newKind()
    await add(kind)
    const [first] = await takeAs('a', kind)
    expect(await takeAs('b', kind)).toEqual([])
    await expire(kind)
    const [second] = await takeAs('b', kind)
    if (!first || !second) throw new Error('nothing was taken')
    expect([first.lease, second.lease]).toEqual([1, 2])
    const run = (job: JobRow) =>
      startRun({
        engine,
        handler: transacts(kind, keepEffect(job.node)),
        job,
        log: silent,
        leaseMs: 60_000,
        renewMs: 60_000,
      }).ended
    await run(first)
    expect(await effectsOf(kind)).toEqual([])
    await run(second)
    await run(first)
    await run(second)
    expect((await effectsOf(kind)).map(({ node }) => node)).toEqual(['b'])
    expect(await jobsOf(kind)).toMatchObject([{ state: 'done', node: 'b', attempts: 2 }])
  })

  test('that expired cannot be completed by the former holder of external work', async () => {
    const kind = newKind()
    const { open, opened } = door()
    const refused = door()
    await add(kind)
    work(
      [
        acts(kind, async () => {
          await opened
          setImmediate(refused.open)
          return giveUp('too late to say so')
        }),
      ],
      { renewMs: 60_000 },
    )
    await allIn(kind, 'running')
    await expire(kind)
    work([acts(kind, async () => {})], { engine: secondEngine, node: 'b' })
    await allIn(kind, 'done')
    open()
    await refused.opened
    await workers[0]?.stop()
    expect(await jobsOf(kind)).toMatchObject([{ state: 'done', node: 'b', last_error: null }])
  })

  test('is renewed during the work', async () => {
    const kind = newKind()
    const { open, opened } = door()
    await add(kind)
    work([acts(kind, () => opened)], { leaseMs: 10_000, renewMs: 20 })
    await allIn(kind, 'running')
    const [before] = await jobsOf(kind)
    await eventually(
      async () => ((await jobsOf(kind))[0]?.leased_until ?? 0) > (before?.leased_until ?? 0) + 100,
    )
    open()
    await allIn(kind, 'done')
    expect((await jobsOf(kind))[0]?.lease).toBe(1)
  })

  test('that is lost aborts the work', async () => {
    const kind = newKind()
    const aborted = door()
    await add(kind)
    work(
      [
        acts(kind, async ({ signal }) => {
          await new Promise((resolve) => signal.addEventListener('abort', resolve))
          aborted.open()
          signal.throwIfAborted()
        }),
      ],
      { renewMs: 20 },
    )
    await allIn(kind, 'running')
    await engine.transact((tx) =>
      tx.updateTable('jobs').set({ lease: 2, node: 'b' }).where('kind', '=', kind.name).execute(),
    )
    await aborted.opened
    await workers[0]?.stop()
    expect(await jobsOf(kind)).toMatchObject([{ state: 'running', lease: 2, node: 'b', last_error: null }])
  })

  test('whose holders repeatedly disappear makes the job fail', async () => {
    const kind = newKind()
    await add(kind)
    for (let taking = 0; taking < 5; taking++) {
      await takeAs('gone', kind)
      await expire(kind)
    }
    work([acts(kind, async () => {}, { maxAttempts: 1 })])
    await allIn(kind, 'failed')
    expect((await jobsOf(kind))[0]?.last_error).toBe('its workers disappeared')
  })
})

describe('a job that fails', () => {
  for (const form of ['transacts', 'acts'] as const)
    test(`is retried with backoff, up to a limit (${form})`, async () => {
      const kind = newKind()
      const asked: number[] = []
      const terms = {
        maxAttempts: 3,
        backoff: (attempt: number, error: unknown) => {
          expect(error).toMatchObject({ message: 'half \ud800 and \0' })
          asked.push(attempt)
          return 0.5
        },
      }
      const fail = async () => {
        throw new Error('half \ud800 and \0')
      }
      await add(kind)
      work([form === 'acts' ? acts(kind, fail, terms) : transacts(kind, fail, terms)])
      await allIn(kind, 'failed')
      expect(asked).toEqual([1, 2])
      expect(await jobsOf(kind)).toMatchObject([
        { attempts: 3, last_error: 'Error: half \ufffd and ', ended_at: expect.any(Number) },
      ])
    })

  test('waits for the time of its backoff', async () => {
    const kind = newKind()
    await add(kind)
    work([
      acts(
        kind,
        async () => {
          throw new Error('not today')
        },
        { backoff: () => 3_600_000 },
      ),
    ])
    await eventually(async () => (await jobsOf(kind))[0]?.last_error === 'Error: not today')
    const [job] = await jobsOf(kind)
    expect(job).toMatchObject({ state: 'waiting', attempts: 1, leased_until: 0 })
    expect((job?.due_at ?? 0) - (job?.created_at ?? 0)).toBeGreaterThanOrEqual(3_600_000)
  })

  test('stops when its backoff gives up', async () => {
    const kind = newKind()
    await add(kind)
    work([acts(kind, () => Promise.reject(new Error('gone')), { backoff: () => 'give up' })])
    await allIn(kind, 'failed')
    expect((await jobsOf(kind))[0]?.attempts).toBe(1)
  })

  test('leaves none of its changes', async () => {
    const kind = newKind()
    await add(kind)
    work([
      transacts(
        kind,
        async (tx, payload, job) => {
          await keepEffect('a')(tx, payload, job)
          if (job.attempt === 1) throw new Error('at the last moment')
        },
        { backoff: () => 0 },
      ),
    ])
    await allIn(kind, 'done')
    expect(await effectsOf(kind)).toHaveLength(1)
    expect(await jobsOf(kind)).toMatchObject([{ attempts: 2, last_error: null }])
  })

  test('with an invalid payload does not stop the others', async () => {
    const kind = newKind()
    await add(kind, 2)
    await engine.transact((tx) =>
      tx
        .updateTable('jobs')
        .set({ payload: '{' })
        .where('kind', '=', kind.name)
        .where('payload', '=', '{"id":0}')
        .execute(),
    )
    work([transacts(kind, async () => {}, { maxAttempts: 1 })])
    await eventually(async () =>
      (await jobsOf(kind)).every(({ state }) => state === 'done' || state === 'failed'),
    )
    expect((await jobsOf(kind)).map(({ state }) => state)).toEqual(['failed', 'done'])
  })
})

describe('a handler may return', () => {
  test('that it failed permanently, and its writes are kept', async () => {
    const kind = newKind()
    await add(kind)
    work([
      transacts(kind, async (tx, payload, job) => {
        await keepEffect('a')(tx, payload, job)
        return giveUp('there is no such thing')
      }),
    ])
    await allIn(kind, 'failed')
    expect(await jobsOf(kind)).toMatchObject([{ attempts: 1, last_error: 'there is no such thing' }])
    expect(await effectsOf(kind)).toHaveLength(1)
  })

  test('when to run again, with a new count of attempts', async () => {
    const kind = newKind()
    const attempts: number[] = []
    await add(kind)
    work([
      acts(kind, async (_, __, { attempt, dueAt }) => {
        attempts.push(attempt)
        return attempts.length < 3 ? again(dueAt) : undefined
      }),
    ])
    await allIn(kind, 'done')
    expect(attempts).toEqual([1, 1, 1])
  })

  test('and may reschedule itself', async () => {
    const kind = newKind()
    let runs = 0
    const key = { uniqueKey: 'mine', dueAt: 0 }
    await engine.transact((tx) => enqueue(tx, kind, { id: 1 }, key))
    work([
      transacts(kind, async (tx, payload) => {
        if (++runs === 1) await reschedule(tx, kind, payload, key)
      }),
    ])
    await eventually(async () => runs === 2)
    await allIn(kind, 'done')
    expect(await jobsOf(kind)).toHaveLength(1)
  })
})

test('a change of the time during the run is not lost', async () => {
  const kind = newKind()
  const { open, opened } = door()
  const begun = door()
  const key = { uniqueKey: 'one', dueAt: 0 }
  let runs = 0
  await engine.transact((tx) => enqueue(tx, kind, { id: 1 }, key))
  work([
    transacts(kind, async () => {
      begun.open()
      if (++runs === 1) await opened
    }),
  ])
  await begun.opened
  const moved = engine.transact((tx) => reschedule(tx, kind, { id: 1 }, key))
  open()
  await moved
  await eventually(async () => runs === 2)
  await allIn(kind, 'done')
})

describe('a worker', () => {
  test('leaves jobs of unknown kinds waiting, and logs it once', async () => {
    const kind = newKind()
    const lines: string[] = []
    await add(kind, 2)
    const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
    work([acts(newKind(), async () => {})], { log })
    await eventually(async () => lines.some((line) => line.includes(kind.name)))
    expect(lines.filter((line) => line.includes(kind.name))).toHaveLength(1)
    expect(await jobsOf(kind)).toMatchObject([
      { state: 'waiting', lease: 0 },
      { state: 'waiting', lease: 0 },
    ])
  })

  test('rejects two handlers for one kind', () => {
    const kind = newKind()
    const handler = acts(kind, async () => {})
    expect(() => work([handler, handler])).toThrow('has two handlers')
  })

  test('takes locally enqueued jobs immediately, without polling', async () => {
    const kind = newKind()
    work([acts(kind, async () => {})], { lookMs: 60_000 })
    await add(kind)
    await allIn(kind, 'done')
  })

  test('polls for jobs of other nodes, due by the clock of the database', async () => {
    const kind = newKind()
    work([acts(kind, async () => {})])
    const dueAt = (await engine.now()) + 300
    await secondEngine.transact((tx) =>
      tx
        .insertInto('jobs')
        .values({ kind: kind.name, payload: '{}', due_at: dueAt, created_at: 0 })
        .execute(),
    )
    await allIn(kind, 'done')
    expect((await jobsOf(kind))[0]?.ended_at).toBeGreaterThanOrEqual(dueAt)
  })

  test('does not let slow external work delay a due transaction', async () => {
    const slow = newKind()
    const quick = newKind()
    const { open, opened } = door()
    await add(slow, 4)
    await add(quick, 4)
    work([acts(slow, () => opened), transacts(quick, keepEffect('a'))], { concurrency: 2 })
    await allIn(quick, 'done')
    expect((await jobsOf(slow)).map(({ state }) => state)).toEqual([
      'running',
      'running',
      'waiting',
      'waiting',
    ])
    open()
    await allIn(slow, 'done')
  })

  test('does not let many jobs of one kind delay another', async () => {
    const flood = newKind()
    const drop = newKind()
    const order: string[] = []
    const note = async (_: unknown, __: unknown, { kind }: { kind: string }) => void order.push(kind)
    await add(flood, 12)
    await add(drop)
    work([acts(flood, note), acts(drop, note)], { concurrency: 2 })
    await allIn(flood, 'done')
    await allIn(drop, 'done')
    expect(order.indexOf(drop.name)).toBeLessThan(4)
  })

  test('polls with a single statement', async () => {
    const before = engine.statementCount()
    await nextMoments(engine.db, ['test.idle'])
    expect(engine.statementCount()).toBe(before + 1)
  })

  test.runIf(engine.name === 'postgres')('continues when the database is back', async () => {
    const kind = newKind()
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
    const { open, opened } = door()
    await add(kind)
    work([acts(kind, () => opened)], { engine: secondEngine, log })
    await allIn(kind, 'running')
    await engine.transact((tx) =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(tx),
    )
    open()
    await allIn(kind, 'done')
    await add(kind, 20)
    await allIn(kind, 'done')
    expect(lines.filter((line) => line.includes('retrying every second')).length).toBeLessThanOrEqual(2)
  })
})

describe('stopping', () => {
  test('waits for running jobs and takes no more', async () => {
    const kind = newKind()
    const { open, opened } = door()
    await add(kind, 3)
    const worker = work([acts(kind, () => opened)], { concurrency: 2 })
    await eventually(async () => (await jobsOf(kind)).filter(({ state }) => state === 'running').length === 2)
    const stopped = worker.stop()
    open()
    await stopped
    expect((await jobsOf(kind)).map(({ state }) => state)).toEqual(['done', 'done', 'waiting'])
  })

  test('releases unfinished jobs, without counting an attempt', async () => {
    const kind = newKind()
    await add(kind, 2)
    const worker = work([
      acts(kind, async ({ signal }, { id }) => {
        if (id === 0) await new Promise(() => {})
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      }),
    ])
    await allIn(kind, 'running')
    await worker.stop(0)
    expect(await jobsOf(kind)).toMatchObject([
      { state: 'waiting', attempts: 0, leased_until: 0, last_error: null },
      { state: 'waiting', attempts: 0, leased_until: 0, last_error: null },
    ])
    work([acts(kind, async () => {})], { node: 'b' })
    await allIn(kind, 'done')
  })
})
