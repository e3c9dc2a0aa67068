import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { parseQuery } from '../../search/query.ts'
import { openConnection } from './connection.ts'
import { readerPragmas } from './open.ts'
import { readingConnection } from './reading.ts'
import { createReadingThreads, readingThreadsFor } from './reading-threads.ts'
import { endAllStatements } from './running-statement.ts'
import { addFunctions } from './sqlite-functions.ts'

const folder = await mkdtemp(join(tmpdir(), 'inkstone-test-'))
afterAll(() => rm(folder, { recursive: true }))

/** A database, and reads on it in the main thread and in at most one other. */
function openBoxes(name: string, options: { maxThreads?: number; idleMs?: number } = {}) {
  const path = join(folder, `${name}.db`)
  const writer = openConnection(path, ['pragma journal_mode = wal'])
  writer.exec(`create table boxes (id integer primary key, name text, size real, content blob);
    insert into boxes values (1, '中文 and 😀', 1.5, x'00ff80'), (2, null, -3, null), (3, '', 9007199254740991, x'')`)
  const reader = openConnection(path, readerPragmas, addFunctions)
  const onTrouble = vi.fn()
  const threads = createReadingThreads(path, { maxThreads: 1, onTrouble, ...options })
  const connection = readingConnection(
    reader,
    threads,
    () => false,
    () => {},
  )
  onTestFinished(async () => {
    await threads.close()
    reader.close()
    writer.close()
  })
  const read = async (sql: string, values: unknown[] = []) =>
    (await connection.executeQuery(CompiledQuery.raw(sql, values))).rows
  return { writer, threads, onTrouble, read }
}

const counting = (to: number) =>
  `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${to}) select max(i) as i from n`
/** It takes about a millisecond. */
const LONG = counting(5_000)
/** It takes so long that it always runs in a thread. */
const VERY_LONG = counting(800_000)

/** For a busy machine. */
const WAIT = { timeout: 60_000, interval: 10 }

type Boxes = ReturnType<typeof openBoxes>

/** Reads so much at once that a thread is started. */
async function withThread({ threads, read }: Boxes) {
  await vi.waitFor(async () => {
    await Promise.all(Array.from({ length: 20 }, () => read(LONG)))
    expect(threads.count()).toBe(1)
  }, WAIT)
  // The first reads of a thread can take much longer than the later ones.
  for (let time = 0; time < 20; time++) await read(LONG)
}

test('a thread has the same functions as the main thread', async () => {
  const boxes = openBoxes('functions')
  const query = JSON.stringify(parseQuery('café'))
  const highlighted = [
    `select highlighted_title(name || ' & café', ?) as title,
      highlighted_passage('<p>' || name || ' &amp; <b>café</b></p>', ?, 120) as passage from boxes where id = 1`,
    [query, query],
  ] as const
  const expected = [{ title: '中文 and 😀 &amp; <em>café</em>', passage: '中文 and 😀 &amp; <em>café</em>' }]
  expect(await boxes.read(highlighted[0], [...highlighted[1]])).toEqual(expected)
  await withThread(boxes)
  const inThread = await boxes.threads.withLong((thread) => thread.rows(...highlighted))
  expect(inThread).toEqual(expected)
})

test('a few reads at a time need no thread', async () => {
  const { threads, read } = openBoxes('few')
  const short = counting(2_000)
  for (let turn = 0; turn < 20; turn++) await Promise.all([read(short), read(short)])
  expect(threads.count()).toBe(0)
})

test('a very long read runs in a thread from the second time on, and short reads do not wait for it', async () => {
  const { threads, read } = openBoxes('very-long')
  expect(await read(VERY_LONG)).toEqual([{ i: 800_000 }])
  expect(threads.count()).toBe(0)
  const ended: string[] = []
  const readLong = async () => {
    expect(await read(VERY_LONG)).toEqual([{ i: 800_000 }])
    ended.push('long')
  }
  const first = readLong()
  await vi.waitFor(() => expect(threads.count()).toBe(1), WAIT)
  expect(threads.free()).toBeUndefined()
  // More of them start one more thread than there is for others.
  const others = [readLong(), readLong(), readLong()]
  await Promise.all(Array.from({ length: 20 }, () => read('select 1 as one')))
  ended.push('short')
  await Promise.all([first, ...others])
  expect(ended.at(-1)).toBe('long')
  await vi.waitFor(() => expect(threads.count()).toBe(2), WAIT)
  expect(threads.free()).toBeDefined()
})

test('without threads a very long read runs in the main thread', async () => {
  const { threads, read } = openBoxes('alone', { maxThreads: 0 })
  for (let time = 0; time < 2; time++) expect(await read(VERY_LONG)).toEqual([{ i: 800_000 }])
  expect(threads.count()).toBe(0)
})

test('many reads at once run in a thread too, with the same rows', async () => {
  const boxes = openBoxes('many')
  const { threads, read } = boxes
  const all = 'select * from boxes where id <> ? order by id limit ?'
  const alone = await read(all, [0, 10])
  expect(alone).toHaveLength(3)
  await withThread(boxes)
  const sent = vi.fn()
  const found = await Promise.all(
    Array.from({ length: 60 }, async (_, index) => {
      void read(LONG)
      if ((threads.free()?.waiting() ?? 0) > 0) sent()
      return read(all, [index % 4, 1 + (index % 3)])
    }),
  )
  expect(sent).toHaveBeenCalled()
  for (const [index, rows] of found.entries())
    expect(rows).toEqual(
      alone
        .filter((row) => (row as { id: number }).id !== index % 4)
        .slice(0, 1 + (index % 3))
        .map((row) => ({ ...(row as object) })),
    )
})

test('a read sees everything that was committed before it, in whichever thread', async () => {
  const boxes = openBoxes('fresh')
  const { writer, read } = boxes
  await withThread(boxes)
  for (let size = 1; size <= 40; size++) {
    writer.rows('update boxes set size = ? where id = 1', [size])
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => read(`select size, (${LONG}) as i from boxes where id = 1`)),
    )
    for (const [row] of answers) expect(row).toMatchObject({ size })
  }
})

test('a failing statement fails with the same error', async () => {
  const boxes = openBoxes('failing')
  const { read } = boxes
  const reasonOf = (sql: string) =>
    read(sql).then(
      () => 'none',
      (error: Error) => `${error.name}: ${error.message}`,
    )
  const alone = await reasonOf('select * from missing')
  expect(alone).toMatch(/no such table/)
  await withThread(boxes)
  const reasons = await Promise.all(
    Array.from({ length: 30 }, () => {
      void read(LONG)
      return reasonOf('select * from missing')
    }),
  )
  expect(new Set(reasons)).toEqual(new Set([alone]))
})

test('if a thread dies, its reads are repeated, and another is started', async () => {
  const boxes = openBoxes('dying')
  const { threads, onTrouble, read } = boxes
  await withThread(boxes)
  const thread = threads.free()
  const reads = Array.from({ length: 40 }, () => read(LONG))
  expect(thread?.waiting()).toBeGreaterThan(5)
  await thread?.terminate()
  for (const rows of await Promise.all(reads)) expect(rows).toEqual([{ i: 5_000 }])
  expect(onTrouble).toHaveBeenCalledOnce()
  await withThread(boxes)
})

test('a thread ends when it is idle, and starts again', async () => {
  const boxes = openBoxes('idle', { idleMs: 400 })
  await withThread(boxes)
  await expect.poll(() => boxes.threads.count(), WAIT).toBe(0)
  await withThread(boxes)
  expect(boxes.onTrouble).not.toHaveBeenCalled()
})

test('closing waits for the reads of the threads', async () => {
  const boxes = openBoxes('closing')
  await withThread(boxes)
  const thread = boxes.threads.free()
  const reads = Array.from({ length: 5 }, () => thread?.rows(LONG))
  await boxes.threads.close()
  for (const rows of await Promise.all(reads)) expect(rows).toEqual([{ i: 5_000 }])
  boxes.threads.startAnother()
  expect(boxes.threads.count()).toBe(0)
})

test('processes that share the cores start no threads', () => {
  expect(readingThreadsFor(64)).toBe(0)
})

test('the end of the process waits for the statement that runs in a thread, and lets no other begin', async () => {
  const boxes = openBoxes('exit')
  await withThread(boxes)
  const thread = boxes.threads.free()
  const returned = vi.fn()
  const reads = Array.from({ length: 200 }, () => thread?.rows(LONG).then(returned))
  // They are sent at the end of this turn, and the first begins.
  await pause(5)
  endAllStatements()
  await pause(50)
  const before = returned.mock.calls.length
  expect(before).toBeLessThan(200)
  await pause(100)
  expect(returned.mock.calls.length).toBe(before)
  await thread?.terminate()
  const outcomes = await Promise.allSettled(reads)
  expect(outcomes.at(-1)).toMatchObject({ status: 'rejected', reason: { name: 'DatabaseUnavailable' } })
})
