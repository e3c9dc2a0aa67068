import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Engine } from '../../database.ts'
import { countWaiting, oldestDueAge } from '../../platform/jobs/jobs.store.ts'
import type { GaugeSource } from '../../platform/metrics/prometheus.ts'

/** A dependency without which the service cannot work. */
export interface Part {
  readonly name: string
  check(): Promise<unknown>
  /** How long a positive result is reused, if the check is expensive. */
  readonly rememberedMs: number
}

const ANSWERS_WITHIN_MS = 2_000

/** Returns the names of the failing parts. Concurrent calls share one check. */
export function createReadiness(parts: readonly Part[], log: Logger): () => Promise<string[]> {
  const watched = parts.map((part) => watch(part, log))
  return async () => {
    const failing = await Promise.all(
      watched.map(async ({ name, answers }) => ((await answers()) ? undefined : name)),
    )
    return failing.filter((name) => name !== undefined)
  }
}

function watch({ name, check, rememberedMs }: Part, log: Logger) {
  let underWay: Promise<string | undefined> | undefined
  let goodUntil = 0
  let failing = false

  async function ask(): Promise<string | undefined> {
    try {
      await check()
      goodUntil = performance.now() + rememberedMs
      return undefined
    } catch (error) {
      return (error as Error).message
    } finally {
      underWay = undefined
    }
  }

  /** Logs the start and the end of an outage, not every failed check. */
  function note(reason: string | undefined): void {
    if (failing === (reason !== undefined)) return
    failing = !failing
    if (failing) log.warn({ part: name, reason }, 'not ready')
    else log.info({ part: name }, 'ready again')
  }

  async function answers(): Promise<boolean> {
    if (performance.now() < goodUntil) return true
    underWay ??= ask()
    const reason = await inTime(underWay)
    note(reason)
    return reason === undefined
  }

  return { name, answers }
}

async function inTime(asking: Promise<string | undefined>): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, ANSWERS_WITHIN_MS, `no response within ${ANSWERS_WITHIN_MS} ms`)
  })
  return Promise.race([asking, late]).finally(() => clearTimeout(timer))
}

/** Checks reading and writing: on SQLite these are two connections that can fail separately. */
export async function pingDatabase(engine: Engine): Promise<void> {
  await sql`select 1`.execute(engine.db)
  await engine.transact(async () => undefined)
}

export function gaugesOf(engine: Engine): GaugeSource[] {
  return [
    {
      name: 'inkstone_database_connections',
      help: 'Database connections: open, idle, and callers waiting for one.',
      labelNames: ['state'],
      read: () => Object.entries(engine.pool()).map(([state, value]) => ({ labels: { state }, value })),
    },
    {
      name: 'inkstone_jobs_waiting',
      help: 'Waiting jobs on all nodes.',
      read: async () => [{ value: await countWaiting(engine.db) }],
    },
    {
      name: 'inkstone_jobs_oldest_due_seconds',
      help: 'How long the oldest due job has been waiting.',
      read: async () => [{ value: (await oldestDueAge(engine.db, await engine.now())) / 1000 }],
    },
  ]
}
