import { statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Generated, sql } from 'kysely'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { DatabaseUnavailable, type ReadHandle } from '../handles.ts'
import { prepared } from '../prepared.ts'
import { attempt } from '../savepoint.ts'
import { createStatementReader } from '../statements.ts'
import { createCheckpoints } from './checkpoints.ts'
import { openSqliteEngine } from './engine.ts'
import { openFlusher } from './flush.ts'
import { checkpointPragmas, sqliteModule } from './open.ts'
import { type SqliteThread, startSqliteThread } from './thread.ts'
import type { WriterOptions } from './writer.ts'

interface Tables {
  boxes: { id: Generated<number>; name: string }
}

const folder = await mkdtemp(join(tmpdir(), 'inkstone-test-'))
afterAll(() => rm(folder, { recursive: true }))

async function openBoxes(name: string, limits: Pick<WriterOptions, 'lockWaitMs' | 'largeWalPages'> = {}) {
  const path = join(folder, `${name}.db`)
  const engine = await openSqliteEngine<Tables>(path, createStatementReader([]), {
    readingThreads: 0,
    onTrouble: () => {},
    onFlushFailed: () => {},
    ...limits,
  })
  await engine.transact((tx) =>
    sql`create table boxes (id integer primary key, name text not null)`.execute(tx),
  )
  const add = (box: string) => engine.transact((tx) => tx.insertInto('boxes').values({ name: box }).execute())
  return { path, engine, add }
}

function walSize(path: string): number {
  return statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0
}

describe('another process holds the write lock', () => {
  test('writers wait for it without blocking the event loop, and give up in time', async () => {
    const { path, engine, add } = await openBoxes('locked', { lockWaitMs: 150 })
    const { DatabaseSync } = sqliteModule()
    const other = new DatabaseSync(path)
    other.exec('begin immediate')
    let turns = 0
    const timer = setInterval(() => turns++, 5)
    // The second does not wait for its own time after that of the first.
    const outcomes = await Promise.allSettled([add('one'), add('two'), add('three')])
    clearInterval(timer)
    expect(turns).toBeGreaterThan(5)
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'DatabaseUnavailable' } })
    const later = add('when it is free')
    await pause(20)
    other.exec('rollback')
    await later
    other.close()
    expect(await engine.db.selectFrom('boxes').select('name').execute()).toEqual([
      { name: 'when it is free' },
    ])
    await engine.close()
  })
})

describe('late statements', () => {
  const addLate = prepared<{ name: string }, never>(
    ({ value }) => sql`insert into boxes (name) values (${value('name')})`,
    { late: 'boxes' },
  )
  const names = (db: ReadHandle<Tables>) =>
    db
      .selectFrom('boxes')
      .select('name')
      .orderBy('id')
      .execute()
      .then((rows) => rows.map(({ name }) => name))

  test('are seen by their transaction, and by others after the commit', async () => {
    const { engine } = await openBoxes('late')
    const seen = await engine.transact(async (tx) => {
      await addLate(tx, { name: 'one' })
      const before = await names(engine.db)
      await addLate(tx, { name: 'two' })
      return [before, await names(tx)]
    })
    expect(seen).toEqual([[], ['one', 'two']])
    expect(await names(engine.db)).toEqual(['one', 'two'])
    await engine.close()
  })

  test('of a failed transaction are not run, and those of others are not lost with it', async () => {
    const { engine } = await openBoxes('late-failed')
    const seen: string[][] = []
    const outcomes = await Promise.allSettled([
      engine.transact((tx) => addLate(tx, { name: 'one' })),
      engine.transact((tx) => addLate(tx, { name: 'two' })),
      engine.transact(async (tx) => {
        await addLate(tx, { name: 'failed' })
        seen.push(await names(tx))
        throw new Error('failed')
      }),
      engine.transact(async (tx) => {
        await addLate(tx, { name: 'failed too' })
        throw new Error('failed')
      }),
      engine.transact((tx) => addLate(tx, { name: 'three' })),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
    ])
    expect(seen).toEqual([['one', 'two', 'failed']])
    expect(await names(engine.db)).toEqual(['one', 'two', 'three'])
    await engine.close()
  })

  test('of a part that is undone are not run', async () => {
    const { engine } = await openBoxes('late-part')
    await engine.transact(async (tx) => {
      await addLate(tx, { name: 'one' })
      const failed = attempt(tx, async () => {
        await addLate(tx, { name: 'failed' })
        throw new Error('failed')
      })
      await expect(failed).rejects.toThrow('failed')
      await attempt(tx, () => addLate(tx, { name: 'two' }))
    })
    expect(await names(engine.db)).toEqual(['one', 'two'])
    await engine.close()
  })

  test('are all run in a long transaction', async () => {
    const { engine } = await openBoxes('late-many')
    const many = Array.from({ length: 250 }, (_, index) => `box ${index}`)
    await engine.transactAtLength(async (tx) => {
      for (const name of many) await addLate(tx, { name })
    })
    expect(await names(engine.db)).toEqual(many)
    await engine.close()
  })
})

test('a long transaction, and many at once, let other work run in between', async () => {
  const { engine } = await openBoxes('long')
  let turns = 0
  let counting = true
  const count = () => {
    turns++
    if (counting) setImmediate(count)
  }
  const busy = (ms: number) => {
    const until = performance.now() + ms
    while (performance.now() < until);
  }
  setImmediate(count)
  await engine.transact(async (tx) => {
    for (let index = 0; index < 20; index++) {
      await tx.insertInto('boxes').values({ name: 'x' }).execute()
      busy(5)
    }
  })
  expect(turns).toBeGreaterThan(2)
  turns = 0
  const slow = () =>
    engine.transact(async (tx) => {
      await tx.insertInto('boxes').values({ name: 'x' }).execute()
      busy(5)
    })
  await Promise.all(Array.from({ length: 20 }, slow))
  expect(turns).toBeGreaterThan(8)
  counting = false
  await engine.close()
})

describe('simultaneous transactions', () => {
  test('all commit, except one that fails', async () => {
    const { path, engine } = await openBoxes('group')
    const add = (name: string) =>
      engine.transact(async (tx) => {
        await tx.insertInto('boxes').values({ name }).execute()
        if (name.endsWith('7')) throw new Error(`no ${name}`)
      })
    const names = Array.from({ length: 60 }, (_, index) => `box ${index}`)
    const outcomes = await Promise.allSettled(names.map(add))
    expect(outcomes.map(({ status }) => status)).toEqual(
      names.map((name) => (name.endsWith('7') ? 'rejected' : 'fulfilled')),
    )
    const kept = await engine.db.selectFrom('boxes').select('name').orderBy('id').execute()
    expect(kept.map(({ name }) => name)).toEqual(names.filter((name) => !name.endsWith('7')))
    const { DatabaseSync } = sqliteModule()
    const other = new DatabaseSync(path, { readOnly: true })
    expect(other.prepare('select count(*) as total from boxes').all()).toMatchObject([{ total: 54 }])
    other.close()
    await engine.close()
  })

  test('are each visible to the next', async () => {
    const { engine } = await openBoxes('visible')
    const seen = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        engine.transact(async (tx) => {
          await tx
            .insertInto('boxes')
            .values({ name: `${index}` })
            .execute()
          const { total } = await tx
            .selectFrom('boxes')
            .select(({ fn }) => fn.countAll<number>().as('total'))
            .executeTakeFirstOrThrow()
          return total
        }),
      ),
    )
    expect(seen).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
    await engine.close()
  })
})

test('after closing, the single file contains everything', async () => {
  const { path, engine, add } = await openBoxes('closed')
  await add('kept')
  await engine.close()
  expect(walSize(path)).toBe(0)
  const { DatabaseSync } = sqliteModule()
  const alone = new DatabaseSync(path, { readOnly: true })
  expect(alone.prepare('select name from boxes').all()).toMatchObject([{ name: 'kept' }])
  alone.close()
})

test('the WAL file stays small during continuous reads and writes', async () => {
  const { path, engine } = await openBoxes('readers', { largeWalPages: 200 })
  const { DatabaseSync } = sqliteModule()
  // Each begins before the other ends: at no moment is there none.
  const readers = [new DatabaseSync(path), new DatabaseSync(path)]
  readers[0]?.exec('begin; select count(*) from boxes')
  let turn = 0
  const reading = setInterval(() => {
    turn++
    readers[turn % 2]?.exec('begin; select count(*) from boxes')
    readers[(turn + 1) % 2]?.exec('commit')
  }, 5)
  const text = 'x'.repeat(3_000)
  let largest = 0
  for (let round = 0; round < 60; round++) {
    await engine.transact(async (tx) => {
      for (let index = 0; index < 150; index++)
        await tx
          .insertInto('boxes')
          .values({ name: `${round} ${index} ${text}` })
          .execute()
    })
    largest = Math.max(largest, walSize(path))
  }
  clearInterval(reading)
  for (const reader of readers) reader.close()
  await engine.close()
  // 9,000 rows of 3 KB are more than 36 MB: without a limit the WAL would hold them all.
  expect(largest).toBeLessThan(24 * 1024 * 1024)
})

test('a checkpointing thread that dies is restarted', async () => {
  const { path, engine, add } = await openBoxes('thread')
  const threads: SqliteThread[] = []
  let done = 0
  const checkpoints = createCheckpoints(path, {
    onTrouble: () => {},
    start: async () => {
      const thread = await startSqliteThread(path, checkpointPragmas)
      threads.push(thread)
      const rows: SqliteThread['rows'] = async (text) => {
        const found = await thread.rows(text)
        done++
        return found as never
      }
      return { ...thread, rows }
    },
  })
  checkpoints.note(10_000)
  await vi.waitUntil(() => done === 1, { timeout: 20_000 })
  await threads[0]?.terminate()
  await add('goes on')
  checkpoints.note(10_000)
  await vi.waitUntil(() => done === 2, { timeout: 20_000 })
  expect(threads).toHaveLength(2)
  await checkpoints.close()
  await engine.close()
})

test('checkpoints that fail are repeated in the same thread, and reported once', async () => {
  const { path, engine } = await openBoxes('full')
  let [started, failed, done] = [0, 0, 0]
  const onTrouble = vi.fn()
  const checkpoints = createCheckpoints(path, {
    onTrouble,
    start: async () => {
      started++
      const thread = await startSqliteThread(path, checkpointPragmas)
      const rows: SqliteThread['rows'] = async (text) => {
        if (++failed <= 2) return thread.rows('select fail_with_a_full_disk()')
        done++
        return thread.rows(text)
      }
      return { ...thread, rows }
    },
  })
  checkpoints.note(10_000)
  await vi.waitUntil(() => done === 1, { timeout: 20_000 })
  expect(started).toBe(1)
  expect(onTrouble).toHaveBeenCalledOnce()
  await checkpoints.close()
  await engine.close()
})

test('a dead thread rejects requests instead of leaving them unanswered', async () => {
  const { path, engine } = await openBoxes('dead')
  const thread = await startSqliteThread(path, [])
  const asked = thread.rows('select 1')
  await asked
  await thread.terminate()
  await expect(thread.rows('select 1')).rejects.toThrow(DatabaseUnavailable)
  await engine.close()
})

describe('a flush', () => {
  test('is shared by transactions that commit while one is running', async () => {
    const { path, engine } = await openBoxes('flush')
    const flusher = openFlusher(path, () => {})
    await Promise.all(Array.from({ length: 100 }, () => flusher.flush()))
    expect(flusher.count()).toBeLessThan(4)
    await flusher.close()
    await engine.close()
  })

  test('that fails makes all following ones fail, and is reported', async () => {
    const { path, engine } = await openBoxes('refused')
    const told: Error[] = []
    const flusher = openFlusher(path, (error) => told.push(error))
    await flusher.close()
    await expect(flusher.flush()).rejects.toThrow(DatabaseUnavailable)
    await expect(flusher.flush()).rejects.toThrow(DatabaseUnavailable)
    expect(told).toHaveLength(1)
    await engine.close()
  })
})
