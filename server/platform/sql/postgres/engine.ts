import { setTimeout as pause } from 'node:timers/promises'
import type { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { createCachedCounts } from '../cached-counts.ts'
import { type Change, createChangeTable, slotsOfReading } from '../changes.ts'
import {
  DatabaseUnavailable,
  type EngineName,
  type Place,
  type SqlEngine,
  type WriteHandle,
} from '../handles.ts'
import { createPageAnchors } from '../page-anchors.ts'
import { createChanges, createReadTables, type StatementReader } from '../statements.ts'
import { together } from '../together.ts'
import { createChangeLog, type Seen } from './changes.ts'
import { kyselyOverClient, kyselyOverPool, type RunOnReplica } from './drivers.ts'
import { isRetryable, namedPostgresError } from './errors.ts'
import { connected, createPool, queryOnce } from './pools.ts'
import { openReplica, type Replica } from './replica.ts'

/** A request is answered within five seconds whatever the database does, so no wait may be longer. */
const CONNECT_TIMEOUT_MS = 2_500
const QUERY_TIMEOUT_MS = 4_000
const MAX_ATTEMPTS = 6
/** After a conflict, the next attempt waits for a short random time. */
const BETWEEN_ATTEMPTS_MS = 10
/** A longer wait for a lock means a stuck queue: giving up and retrying helps both. */
const LOCK_TIMEOUT_MS = 2_000
/** After this time no new attempt starts, because the request must be answered within five seconds. */
const LAST_ATTEMPT_AFTER_MS = 3_000

export interface PostgresOptions {
  url: string
  poolSize: number
  statementReader: StatementReader
  onLost: (error: Error) => void
  /** A read replica. */
  replica: { url: string; onReplica: (away: Error | undefined) => void } | undefined
}

export async function openPostgresEngine<Tables>(options: PostgresOptions): Promise<SqlEngine<Tables>> {
  const { url, poolSize, statementReader, onLost } = options
  const limits = { url, onLost, connectTimeoutMs: CONNECT_TIMEOUT_MS }
  const pool = createPool({
    ...limits,
    queryTimeoutMs: QUERY_TIMEOUT_MS,
    lockTimeoutMs: LOCK_TIMEOUT_MS,
    max: poolSize,
  })
  // Long work uses separate connections, opened on demand, so that it does not starve requests.
  const longWorkPool = createPool({ ...limits, queryTimeoutMs: 0, max: 2 })
  const replica = options.replica && openReplica({ ...options.replica, poolSize, primary: pool })
  let statements = 0
  const count = () => {
    statements++
  }
  const engine = 'postgres' as const satisfies EngineName
  const changes = createChangeTable()
  const log = createChangeLog(pool, statementReader, changes, replica !== undefined)
  const { look } = log
  const reading = replica && readingFrom(replica, look, log.seen)

  const pageAnchorsAt = createPageAnchors(statementReader, changes)
  const counts = createCachedCounts()
  const slotOf = createSlots()

  async function transactOn<Result>(
    clients: pg.Pool,
    work: (tx: WriteHandle<Tables>) => Promise<Result>,
    place: Place = {},
    attempt = 1,
    begun = performance.now(),
  ): Promise<Result> {
    const client = await connected(clients)
    const effects: Array<() => void> = []
    let broken = false
    try {
      const now = await begin(client)
      const changed = createChanges(statementReader, place.site)
      const over = (note: (query: CompiledQuery) => void) =>
        kyselyOverClient<Tables>(client, (query) => {
          count()
          note(query)
        })
      const ends: Array<() => void> = []
      const { kysely, end } = over(changed.note)
      ends.push(end)
      const tx = Object.assign(kysely, {
        engine,
        now,
        slot: slotOf(client),
        changing: (known: readonly Change[]) => {
          changed.add(known)
          const declared = over(() => {})
          ends.push(declared.end)
          return declared.kysely
        },
        afterCommit: (effect: () => void) => void effects.push(effect),
      })
      const result = await work(tx).finally(() => {
        for (const end of ends) end()
      })
      await together(log.write(client, changed.all(), now), commit(client))
      log.removeOld(now)
      for (const effect of effects) effect()
      return result
    } catch (error) {
      // A connection that timed out is not reused: closing it also rolls back the transaction.
      if (error instanceof DatabaseUnavailable && !isRetryable(error)) broken = true
      else
        await client.query('rollback').catch(() => {
          broken = true
        })
      const late = clients === pool && performance.now() - begun > LAST_ATTEMPT_AFTER_MS
      if (!isRetryable(error) || attempt >= MAX_ATTEMPTS || late) throw asUnavailable(error)
    } finally {
      client.release(broken)
    }
    await pause(BETWEEN_ATTEMPTS_MS * attempt * Math.random())
    return transactOn(clients, work, place, attempt + 1, begun)
  }

  return {
    name: engine,
    db: Object.assign(kyselyOverPool<Tables>(pool, count, reading?.atAnyTime()), { engine, counts }),
    transact: (work, place) => transactOn(pool, work, place),
    transactAtLength: (work, place) => transactOn(longWorkPool, work, place),
    changes: { look, last: changes.last, isCurrent: changes.isCurrent },
    watchedReader: (site) => {
      const readAt = changes.last()
      const read = createReadTables(statementReader)
      const listener = ({ sql }: CompiledQuery) => {
        count()
        read.note(sql)
      }
      const kysely = kyselyOverPool<Tables>(pool, listener, reading?.afterLook())
      return {
        db: Object.assign(kysely, {
          engine,
          counts,
          ...(site !== undefined && { pageAnchors: pageAnchorsAt(site, readAt) }),
        }),
        dependencies: (rows) => {
          const tables = read.tables()
          const slots = tables && slotsOfReading(tables, site, rows)
          return slots && { slots, readAt }
        },
      }
    },
    now: async () => {
      const [row] = await queryOnce<{ now: number }>(pool, NOW)
      return row?.now ?? 0
    },
    expectWrite: () => {},
    statementCount: () => statements,
    pool: () => {
      const { open, idle, waiting } = replica?.connections() ?? { open: 0, idle: 0, waiting: 0 }
      return {
        open: pool.totalCount + open,
        idle: pool.idleCount + idle,
        waiting: pool.waitingCount + waiting,
      }
    },
    close: async () => {
      await replica?.close()
      await Promise.all([pool.end(), longWorkPool.end()])
    },
  }
}

/**
 * Reads are never older than a write acknowledged before on any node: the primary tells how far the replica must be.
 */
function readingFrom(replica: Replica, look: () => Promise<unknown>, seen: () => Seen) {
  const asOfNow = async () => {
    await look()
    return seen()
  }
  return {
    /** For reads without a previous look: asks the primary before each query. */
    atAnyTime: (): RunOnReplica => (query) => replica.read(query, asOfNow),
    /**
     * For reads after a look at the changes. After one query on the primary all go there: the replica may still be at
     * the position of the look, and reads would go back in time.
     */
    afterLook: (): RunOnReplica => {
      let onPrimary = false
      return async (query) => {
        if (onPrimary) return undefined
        const result = await replica.read(query, async () => seen() ?? asOfNow())
        onPrimary ||= result === undefined
        return result
      }
    },
  }
}

const SLOTS = 8

/** Connections of one node get different slots, as far as there are any. Nodes begin at random ones. */
function createSlots(): (client: pg.PoolClient) => number {
  const slots = new WeakMap<pg.PoolClient, number>()
  let next = Math.floor(Math.random() * SLOTS)
  return (client) => {
    const slot = slots.get(client) ?? next++ % SLOTS
    slots.set(client, slot)
    return slot
  }
}

const NOW = 'select (extract(epoch from clock_timestamp()) * 1000)::bigint as now'

async function begin(client: pg.PoolClient): Promise<number> {
  try {
    // Two statements in one message, for a single round trip.
    const results = (await client.query(`begin; ${NOW}`)) as unknown as pg.QueryResult<{ now: number }>[]
    return results[1]?.rows[0]?.now ?? 0
  } catch (error) {
    throw namedPostgresError(error)
  }
}

/** A conflict that was not resolved in time is not a bug: the client may retry. */
function asUnavailable(error: unknown): unknown {
  if (!isRetryable(error) || error instanceof DatabaseUnavailable) return error
  return new DatabaseUnavailable(`PostgreSQL: ${(error as Error).message}`, { cause: error })
}

/** After a failed query, PostgreSQL answers a commit with a rollback, without an error. */
async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query('commit').catch((error) => {
    throw namedPostgresError(error)
  })
  if (command !== 'COMMIT') throw new Error('a query failed and its error was ignored: nothing was stored')
}
