import { setTimeout as pause } from 'node:timers/promises'
import type { CompiledQuery, QueryResult } from 'kysely'
import pg from 'pg'
import { createPool, runQuery, statementName } from './pools.ts'
import { type Position, type PositionRow, positionOf, REPLAYED, replicaProblem } from './positions.ts'

/** Reads that fail here use the primary, within the five seconds of a request. */
const CONNECT_TIMEOUT_MS = 1_000
const QUERY_TIMEOUT_MS = 2_000
const GRACE_MS = 500
const LOOK_TIMEOUT_MS = 1_000

const MAX_LOOKS = 3
const BETWEEN_LOOKS_MS = 1
/** A replica that is behind is skipped for a moment, instead of being checked by every query. */
const REST_MS = 100
const AGAIN_AFTER_MS = 1_000

export interface ReplicaOptions {
  readonly url: string
  readonly poolSize: number
  readonly primary: pg.Pool
  /** Called when reads no longer use the replica, with the reason, and when they do again, without one. */
  readonly onReplica: (away: Error | undefined) => void
}

export interface Replica {
  /**
   * Runs a query if everything up to a position has been replayed. Undefined if it was not run: then the primary runs
   * it.
   */
  read(
    query: CompiledQuery,
    least: () => Promise<Position | undefined>,
  ): Promise<QueryResult<unknown> | undefined>
  connections(): { open: number; idle: number; waiting: number }
  close(): Promise<void>
}

export function openReplica({ url, poolSize, primary, onReplica }: ReplicaOptions): Replica {
  /** Undefined while the replica is unavailable. */
  let pool: pg.Pool | undefined
  let arriving: Promise<void> | undefined
  let tryAt = 0
  let restUntil = 0
  let saidAway = false
  let closed = false
  // Checked for each connection, because another server may take the place of the replica.
  const replayed = new WeakMap<pg.PoolClient, Position>()

  function say(away: Error | undefined): void {
    if (closed || saidAway === (away !== undefined)) return
    saidAway = away !== undefined
    onReplica(away)
  }

  function lose(lost: pg.Pool, error: Error): void {
    if (lost !== pool) return
    pool = undefined
    tryAt = performance.now() + AGAIN_AFTER_MS
    void lost.end()
    say(error)
  }

  function openPool(): pg.Pool {
    const opened: pg.Pool = createPool({
      url,
      max: poolSize,
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      queryTimeoutMs: QUERY_TIMEOUT_MS,
      graceMs: GRACE_MS,
      onLost: (error) => lose(opened, error),
    })
    return opened
  }

  async function arrive(): Promise<void> {
    const fresh = openPool()
    try {
      const reason = await replicaProblem(primary, fresh)
      if (reason !== undefined) throw new Error(reason)
      if (closed) throw new Error('the replica was closed')
      pool = fresh
      say(undefined)
    } catch (error) {
      await fresh.end()
      say(error as Error)
    }
  }

  /** Queries do not wait for an unavailable replica: reconnecting happens in the background. */
  function poolInUse(): pg.Pool | undefined {
    const now = performance.now()
    if (pool) return now < restUntil ? undefined : pool
    if (!arriving && now >= tryAt && !closed) {
      tryAt = now + AGAIN_AFTER_MS
      arriving = arrive().finally(() => {
        arriving = undefined
      })
    }
    return undefined
  }

  async function hasReplayed(client: pg.PoolClient, least: Position): Promise<boolean> {
    for (let looks = 0; !reaches(replayed.get(client), least); looks++) {
      if (looks === MAX_LOOKS || performance.now() < restUntil) return false
      if (looks > 0) await pause(BETWEEN_LOOKS_MS)
      const position = await replayedBy(client)
      if (position) replayed.set(client, position)
    }
    return true
  }

  return {
    async read(query, least) {
      const inUse = poolInUse()
      const position = inUse && (await least())
      if (!inUse || !position) return undefined
      const client = await inUse.connect().catch((error: Error) => {
        if (!isOnlyBusy(error)) lose(inUse, error)
      })
      if (!client) return undefined
      let broken = true
      try {
        const ready = await hasReplayed(client, position)
        const result = ready ? await runQuery(client, query) : undefined
        if (!ready) restUntil = performance.now() + REST_MS
        broken = false
        return result
      } catch (error) {
        if (!isOfTheQuery(error)) lose(inUse, error as Error)
        return undefined
      } finally {
        client.release(broken)
      }
    },
    connections: () => ({
      open: pool?.totalCount ?? 0,
      idle: pool?.idleCount ?? 0,
      waiting: pool?.waitingCount ?? 0,
    }),
    async close() {
      closed = true
      await arriving
      const last = pool
      pool = undefined
      await last?.end()
    },
  }
}

function reaches(known: Position | undefined, least: Position): boolean {
  return known !== undefined && known.timeline === least.timeline && known.lsn >= least.lsn
}

async function replayedBy(client: pg.PoolClient): Promise<Position | undefined> {
  const look = { text: REPLAYED, name: statementName(REPLAYED), query_timeout: LOOK_TIMEOUT_MS }
  const { rows } = await client.query<PositionRow & { is_replica: boolean }>(look)
  const [row] = rows
  if (!row?.is_replica) throw new Error('the server is no longer a replica')
  return positionOf(row)
}

/** All connections are in use: matched by the message of the pool, which has no code. */
function isOnlyBusy({ message }: Error): boolean {
  return message === 'timeout exceeded when trying to connect'
}

const SERVER_IN_TROUBLE = /^(08|53|57P)/

/** Such as a replay conflict or a timeout: the replica itself is fine. */
function isOfTheQuery(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !SERVER_IN_TROUBLE.test(error.code ?? '')
}
