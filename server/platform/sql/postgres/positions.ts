import type pg from 'pg'
import { DatabaseUnavailable } from '../handles.ts'
import { createPool, queryOnce } from './pools.ts'

/** The position of a server in the write-ahead log. */
export interface Position {
  /** The log forks when a replica is promoted: positions on two timelines cannot be compared. */
  readonly timeline: number
  readonly lsn: number
}

/**
 * Everything visible or acknowledged at the time of the query is before this position. Commits are visible after they
 * are flushed, unless the server acknowledges them earlier.
 */
const END_OF_LOG = `case current_setting('synchronous_commit')
  when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end`

/** Null on a replica; a primary may be one for a moment during a failover. */
export const WRITTEN = `select case when not pg_is_in_recovery() then pg_wal_lsn_diff(${END_OF_LOG}, '0/0') end as lsn,
  case when not pg_is_in_recovery()
    then ('x' || left(pg_walfile_name(${END_OF_LOG}), 8))::bit(32)::bigint end as timeline`

/** The timeline of the last checkpoint: after a fork a replica counts as behind for a little too long. */
export const REPLAYED = `select pg_is_in_recovery() as is_replica, pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') as lsn,
  (select timeline_id from pg_control_checkpoint()) as timeline`

export interface PositionRow {
  readonly lsn: number | null
  readonly timeline: number | null
}

export function positionOf({ lsn, timeline }: PositionRow): Position | undefined {
  return lsn === null || timeline === null ? undefined : { lsn, timeline }
}

const INSUFFICIENT_PRIVILEGE = '42501'

/** Why a server cannot be used as a replica of the other; undefined if it can. */
export async function replicaProblem(primary: pg.Pool, replica: pg.Pool): Promise<string | undefined> {
  const identity = 'select current_database() as database, pg_is_in_recovery() as is_replica'
  const identityOf = async (pool: pg.Pool) => {
    const [found] = await queryOnce<{ database: string; is_replica: boolean }>(pool, identity)
    return { ...found, system: await systemOf(pool) }
  }
  const [ours, theirs] = [await identityOf(primary), await identityOf(replica)]
  if (!theirs.is_replica) return 'the server is no replica, it takes writes of its own'
  if (ours.system !== undefined && theirs.system !== undefined && ours.system !== theirs.system)
    return 'the server is a replica of another primary'
  if (ours.database !== theirs.database)
    return `its database is ${theirs.database}, that of the primary is ${ours.database}`
  return undefined
}

async function systemOf(pool: pg.Pool): Promise<string | undefined> {
  try {
    const [found] = await queryOnce<{ id: string }>(
      pool,
      'select system_identifier::text as id from pg_control_system()',
    )
    return found?.id
  } catch (error) {
    // Some servers restrict it to superusers; then it is not compared.
    if ((error as { code?: string }).code === INSUFFICIENT_PRIVILEGE) return undefined
    throw error
  }
}

export type ReplicaFinding =
  | { readonly kind: 'fit'; readonly bytesBehind: number }
  | { readonly kind: 'away' | 'unfit'; readonly reason: string }

const WITHIN_MS = 2_500

/** Checks a replica, for the start of the service and for diagnosis. */
export async function diagnoseReplica(url: string, replicaUrl: string): Promise<ReplicaFinding> {
  // The query that fails with its connection reports it.
  const limits = { max: 1, connectTimeoutMs: WITHIN_MS, queryTimeoutMs: WITHIN_MS, onLost: () => undefined }
  const primary = createPool({ url, ...limits })
  const replica = createPool({ url: replicaUrl, ...limits })
  try {
    const reason = await replicaProblem(primary, replica)
    if (reason !== undefined) return { kind: 'unfit', reason }
    const [written] = await queryOnce<PositionRow>(primary, WRITTEN)
    const [replayed] = await queryOnce<PositionRow>(replica, REPLAYED)
    return { kind: 'fit', bytesBehind: Math.max(0, (written?.lsn ?? 0) - (replayed?.lsn ?? 0)) }
  } catch (error) {
    const { message } = error as Error
    return error instanceof DatabaseUnavailable
      ? { kind: 'away', reason: message }
      : { kind: 'unfit', reason: `PostgreSQL does not let us in, or not far enough: ${message}` }
  } finally {
    await Promise.all([primary.end(), replica.end()])
  }
}
