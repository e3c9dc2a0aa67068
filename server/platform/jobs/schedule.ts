import type { Logger } from 'pino'
import { DatabaseUnavailable, type ReadHandle, type SqlEngine, type WriteHandle } from '../sql/handles.ts'
import { type CronRule, cronRule } from './cron-rule.ts'
import type { JobTables, ScheduleRow } from './jobs.table.ts'
import { startLoop } from './loop.ts'
import {
  deleteSchedule,
  insertSchedule,
  lockSchedule,
  readSchedules,
  saveSchedule,
} from './schedules.store.ts'

/** The longest time until a changed setting or database clock is noticed. */
const LOOK_MS = 10_000

export interface ScheduleEntry<Tables> {
  /** The name under which its last run is stored. */
  readonly name: string
  /** The pattern, or a function that reads it; undefined: never. */
  readonly cron: string | ((db: ReadHandle<Tables>) => Promise<string | undefined>)
  readonly zone: string
  /** Runs in the transaction that advances the entry. `occurrence` is when it was due. */
  readonly enqueue: (tx: WriteHandle<Tables>, occurrence: number) => Promise<unknown>
}

export interface ScheduleOptions<Tables> {
  readonly engine: SqlEngine<Tables>
  readonly entries: readonly ScheduleEntry<Tables>[]
  readonly log: Logger
  readonly lookMs?: number
}

/**
 * Enqueues each entry at its times, once on all nodes. Times missed while no node was running are made up by one run. A
 * changed pattern applies from now on.
 */
export function startSchedule<Tables extends JobTables>(options: ScheduleOptions<Tables>) {
  const { engine, log, lookMs = LOOK_MS } = options
  const db = engine.db as unknown as ReadHandle<JobTables>
  const entries = prepared(options.entries)
  const failing = new Set<string>()

  async function turn(): Promise<number> {
    const now = await engine.now()
    const rows = await readSchedules(db)
    let next = now + lookMs
    for (const entry of entries)
      next = Math.min(next, (await attended(entry, rows.get(entry.name), now)) ?? next)
    return next - now
  }

  /** A failing entry does not delay the others. */
  async function attended(entry: Prepared<Tables>, row: ScheduleRow | undefined, now: number) {
    try {
      const next = await attend(engine, entry, row, now)
      failing.delete(entry.name)
      return next
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error
      if (!failing.has(entry.name))
        log.error({ err: error, schedule: entry.name }, 'a schedule entry failed and will be retried')
      failing.add(entry.name)
      return undefined
    }
  }

  const loop = startLoop({ turn, longestSleepMs: lookMs, what: 'schedule', log })
  return { stop: loop.stop }
}

interface Prepared<Tables> extends ScheduleEntry<Tables> {
  rule(db: ReadHandle<Tables>): Promise<CronRule | undefined>
}

/** An invalid fixed pattern stops the start; a configured one is reported when it is read. */
function prepared<Tables>(entries: readonly ScheduleEntry<Tables>[]): Prepared<Tables>[] {
  const names = new Set<string>()
  return entries.map((entry) => {
    const { name, cron, zone } = entry
    if (names.has(name)) throw new Error(`the schedule has two entries ${name}`)
    names.add(name)
    if (typeof cron === 'string') {
      const rule = cronRule(cron, zone)
      return { ...entry, rule: async () => rule }
    }
    let latest: { pattern: string; rule: CronRule } | undefined
    return {
      ...entry,
      rule: async (db) => {
        const pattern = await cron(db)
        if (pattern === undefined) return undefined
        if (latest?.pattern !== pattern) latest = { pattern, rule: cronRule(pattern, zone) }
        return latest.rule
      },
    }
  })
}

/** Handles one entry, and returns when it is due next. */
async function attend<Tables extends JobTables>(
  engine: SqlEngine<Tables>,
  entry: Prepared<Tables>,
  row: ScheduleRow | undefined,
  now: number,
): Promise<number | undefined> {
  const rule = await entry.rule(engine.db)
  if (rule === undefined && row === undefined) return undefined
  if (rule !== undefined && row !== undefined && row.rule === rule.text && row.next_at > now)
    return row.next_at
  return engine.transact((tx) => handleEntry(tx, entry))
}

async function handleEntry<Tables extends JobTables>(
  tx: WriteHandle<Tables>,
  entry: Prepared<Tables>,
): Promise<number | undefined> {
  const own = tx as unknown as WriteHandle<JobTables>
  const { name } = entry
  const row = await lockSchedule(own, name)
  const rule = await entry.rule(tx)
  if (rule === undefined) {
    await deleteSchedule(own, name)
    return undefined
  }
  if (row !== undefined && row.rule === rule.text && row.next_at > tx.now) return row.next_at
  const next = { name, rule: rule.text, next_at: rule.nextAfter(tx.now) }
  if (row === undefined) {
    await insertSchedule(own, { ...next, last_at: null })
  } else if (row.rule !== rule.text) {
    await saveSchedule(own, { ...next, last_at: row.last_at })
  } else {
    await entry.enqueue(tx, row.next_at)
    await saveSchedule(own, { ...next, last_at: row.next_at })
  }
  return next.next_at
}
