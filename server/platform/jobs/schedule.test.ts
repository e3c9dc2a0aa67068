import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { migrations } from '../../migrations/list.ts'
import { createPlace } from '../../test/database.ts'
import { openEngine } from '../sql/engine.ts'
import { migrate } from '../sql/migrate.ts'
import { enqueue } from './enqueue.ts'
import { jobKind } from './job-kind.ts'
import type { JobTables, ScheduleRow } from './jobs.table.ts'
import { type ScheduleEntry, type ScheduleOptions, startSchedule } from './schedule.ts'

const place = await createPlace()
const openNode = () =>
  openEngine<JobTables>({
    databaseUrl: place.settings.DATABASE_URL,
    sqlitePath: join(place.folder, 'jobs.db'),
    poolSize: 10,
    onLost: () => {},
  })
const engine = await openNode()
const secondEngine = await openNode()
await migrate(engine, migrations)

const schedules: Array<{ stop(): Promise<void> }> = []
const stopAll = () => Promise.all(schedules.splice(0).map((schedule) => schedule.stop()))
afterEach(stopAll)
afterAll(async () => {
  await engine.close()
  await secondEngine.close()
  await place.remove()
})

const YEARLY = '0 0 1 1 *'
const HOUR = 3_600_000
const tick = jobKind<{ occurrence: number; entry: string }>('test.tick')

let lastName = 0
function entry(given: Partial<ScheduleEntry<JobTables>> = {}): ScheduleEntry<JobTables> {
  const name = `entry-${++lastName}`
  return {
    name,
    cron: YEARLY,
    zone: 'UTC',
    enqueue: (tx, occurrence) => enqueue(tx, tick, { occurrence, entry: name }),
    ...given,
  }
}

function start(
  entries: readonly ScheduleEntry<JobTables>[],
  options: Partial<ScheduleOptions<JobTables>> = {},
): void {
  schedules.push(startSchedule({ engine, entries, log: pino({ level: 'silent' }), lookMs: 20, ...options }))
}

const rowOf = ({ name }: { name: string }): Promise<ScheduleRow | undefined> =>
  engine.db.selectFrom('schedules').selectAll().where('name', '=', name).executeTakeFirst()
async function occurrencesOf({ name }: { name: string }): Promise<number[]> {
  const rows = await engine.db.selectFrom('jobs').select('payload').where('kind', '=', tick.name).execute()
  return rows
    .map(({ payload }) => JSON.parse(payload))
    .flatMap((job) => (job.entry === name ? job.occurrence : []))
}
const setNext = ({ name }: { name: string }, next_at: number) =>
  engine.transact((tx) => tx.updateTable('schedules').set({ next_at }).where('name', '=', name).execute())
const eventually = (holds: () => Promise<boolean>) => vi.waitUntil(holds, { timeout: 25_000, interval: 20 })

async function entered(entry: { name: string }): Promise<ScheduleRow> {
  await eventually(async () => (await rowOf(entry)) !== undefined)
  const row = await rowOf(entry)
  if (!row) throw new Error('not entered')
  return row
}

describe('an entry', () => {
  test('waits for its first time', async () => {
    const yearly = entry({ zone: 'Asia/Shanghai' })
    start([yearly])
    const { rule, next_at, last_at } = await entered(yearly)
    expect(rule).toBe(`${YEARLY} Asia/Shanghai`)
    expect(new Date(next_at + 8 * HOUR).toISOString()).toMatch(/^\d{4}-01-01T00:00:00\.000Z$/)
    expect(next_at).toBeGreaterThan(await engine.now())
    expect(last_at).toBeNull()
    expect(await occurrencesOf(yearly)).toEqual([])
  })

  test('runs once on two nodes', async () => {
    const entries = Array.from({ length: 4 }, () => entry())
    start(entries)
    start(entries, { engine: secondEngine })
    for (const each of entries) await entered(each)
    for (let round = 1; round <= 3; round++) {
      const dueAt = (await engine.now()) - 1_000
      for (const each of entries) await setNext(each, dueAt)
      await eventually(async () =>
        (await Promise.all(entries.map(rowOf))).every((row) => row?.last_at === dueAt),
      )
      for (const each of entries) expect(await occurrencesOf(each)).toHaveLength(round)
    }
  })

  test('runs repeatedly', async () => {
    const often = entry({ cron: '* * * * * *' })
    start([often])
    await eventually(async () => (await occurrencesOf(often)).length >= 2)
    await stopAll()
    const occurrences = await occurrencesOf(often)
    expect(occurrences.every((moment) => moment % 1_000 === 0)).toBe(true)
    expect(new Set(occurrences).size).toBe(occurrences.length)
  })

  test('makes up for all missed times with one immediate run', async () => {
    const hourly = entry({ cron: '0 * * * *' })
    start([hourly])
    const { next_at } = await entered(hourly)
    await stopAll()
    const missed = next_at - 100 * HOUR
    await setNext(hourly, missed)
    start([hourly])
    await eventually(async () => (await rowOf(hourly))?.last_at === missed)
    expect(await occurrencesOf(hourly)).toEqual([missed])
    expect((await rowOf(hourly))?.next_at).toBeGreaterThan(await engine.now())
  })

  test('with a changed pattern counts from now on', async () => {
    const first = entry()
    start([first])
    await entered(first)
    await stopAll()
    await setNext(first, 1)
    const changed = { ...first, cron: '30 4 * * *' }
    start([changed])
    await eventually(async () => (await rowOf(first))?.rule === '30 4 * * * UTC')
    expect((await rowOf(first))?.next_at).toBeGreaterThan(await engine.now())
    expect(await occurrencesOf(first)).toEqual([])
  })

  test('advances only together with its job', async () => {
    let broken = true
    const fragile = entry()
    const other = entry()
    const failing = {
      ...fragile,
      enqueue: async (...given: Parameters<typeof fragile.enqueue>) => {
        await fragile.enqueue(...given)
        if (broken) throw new Error('broken')
      },
    }
    const lines: string[] = []
    const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) })
    start([failing, other], { log })
    await entered(failing)
    await entered(other)
    await setNext(failing, 1)
    await eventually(async () => lines.length > 0)
    await setNext(other, 1)
    await eventually(async () => (await occurrencesOf(other)).length === 1)
    expect(await occurrencesOf(failing)).toEqual([])
    expect(await rowOf(failing)).toMatchObject({ next_at: 1, last_at: null })
    expect(lines).toHaveLength(1)
    broken = false
    await eventually(async () => (await occurrencesOf(failing)).length === 1)
  })
})

describe('a pattern from a setting', () => {
  test('is read again, may be off, and may be invalid for a while', async () => {
    let setting: string | undefined
    const settable = entry({ cron: async () => setting })
    const lines: string[] = []
    start([settable], { log: pino({ level: 'error' }, { write: (line) => void lines.push(line) }) })
    const follows = (rule: string | undefined) =>
      eventually(async () => (await rowOf(settable))?.rule === rule)
    setting = '0 3 * * *'
    await follows('0 3 * * * UTC')
    setting = 'now and then'
    await eventually(async () => lines.length > 0)
    setting = '0 4 * * *'
    await follows('0 4 * * * UTC')
    setting = undefined
    await follows(undefined)
    expect(await occurrencesOf(settable)).toEqual([])
    expect(lines).toHaveLength(1)
  })

  test('that was changed just before its time does not run by the old one', async () => {
    let setting = YEARLY
    const settable = entry({ cron: async () => setting })
    start([settable])
    await entered(settable)
    await stopAll()
    setting = '0 5 * * *'
    await setNext(settable, 1)
    start([settable])
    await eventually(async () => (await rowOf(settable))?.rule === '0 5 * * * UTC')
    expect(await occurrencesOf(settable)).toEqual([])
  })
})

describe('the start fails', () => {
  test('on an invalid fixed pattern', () => {
    expect(() => start([entry({ cron: 'now and then' })])).toThrow()
  })
  test('on an unknown time zone', () => {
    expect(() => start([entry({ zone: 'Mars/Olympus' })])).toThrow()
  })
  test('on two entries with one name', () => {
    const one = entry()
    expect(() => start([one, one])).toThrow(`two entries ${one.name}`)
  })
})
