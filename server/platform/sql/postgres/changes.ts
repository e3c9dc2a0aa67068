import type pg from 'pg'
import {
  CHANGES_KEPT_MS,
  CHANGES_REMOVED_EVERY_MS,
  type Change,
  type ChangeTable,
  keysOfChange,
  MAX_LOOK_INTERVAL_MS,
} from '../changes.ts'
import type { StatementReader } from '../statements.ts'
import { namedPostgresError } from './errors.ts'
import { queryOnce } from './pools.ts'
import { type Position, type PositionRow, positionOf, WRITTEN } from './positions.ts'

/** The position of the primary at the last look; undefined if unknown. */
export type Seen = Position | undefined

interface LogRow extends Partial<PositionRow> {
  /** The oldest running transaction: later commits are not older. */
  readonly oldest: string
  readonly id: number | null
  readonly changes: string | null
}

// Commits do not happen in the order of any number that a transaction could take, so everything that may have been
// running at the last look is read again. Rows seen before are recognised by their id. The upper bound makes
// PostgreSQL expect few rows and use the index.
const SINCE = 'l.txid between $1::bigint and 9223372036854775807'
const CHANGES = `select pg_snapshot_xmin(pg_current_snapshot())::text as oldest, l.id, l.changes
  from (select 1) as always left join change_log l on ${SINCE}`
// In one statement: the position is read after the snapshot is taken, so that everything visible is before it.
const CHANGES_AND_POSITION = `select lsn, timeline, pg_snapshot_xmin(pg_current_snapshot())::text as oldest, l.id, l.changes
  from (${WRITTEN}) as written left join change_log l on ${SINCE}`
const WRITE = `insert into change_log (txid, created_at, changes)
  values (pg_current_xact_id()::text::bigint, $1, $2)`
const REMOVE = 'delete from change_log where created_at < $1'
const TABLES = 'select tablename as name from pg_tables where schemaname = any (current_schemas(false))'
/** Newer than any transaction, so nothing is read. */
const NEVER = '9223372036854775807'

/** Logs the changes of transactions and reads the changes of all nodes. Writers never wait for each other here. */
export function createChangeLog(
  pool: pg.Pool,
  { watched, knowTables }: StatementReader,
  changes: ChangeTable,
  hasReplica: boolean,
) {
  let oldest: string | undefined
  let seenIds: ReadonlySet<number> = new Set()
  let position: Seen
  let lookedAt = 0
  let removedAt = 0

  function applyNew(rows: readonly LogRow[]): void {
    const ids = new Set<number>()
    for (const { id, changes: keys } of rows) {
      if (id === null || keys === null) continue
      ids.add(id)
      if (!seenIds.has(id)) changes.apply(keys.split(' '))
    }
    seenIds = ids
  }

  async function look(): Promise<void> {
    if (watched.length === 0) return
    const begun = performance.now()
    if (oldest === undefined)
      knowTables((await queryOnce<{ name: string }>(pool, TABLES)).map(({ name }) => name))
    const missed = oldest === undefined || begun - lookedAt > MAX_LOOK_INTERVAL_MS
    const text = hasReplica ? CHANGES_AND_POSITION : CHANGES
    const rows = await queryOnce<LogRow & pg.QueryResultRow>(pool, text, [missed ? NEVER : oldest])
    if (missed) changes.applyAll()
    applyNew(rows)
    const [first] = rows
    oldest = first?.oldest
    lookedAt = begun
    if (hasReplica) position = first && positionOf({ lsn: null, timeline: null, ...first })
  }

  return {
    seen: () => position,
    look: createSharedLook(failFastAfterTimeout(look)),
    /** Called at the end of a transaction. */
    async write(client: pg.PoolClient, all: readonly Change[], now: number): Promise<void> {
      if (all.length === 0) return
      const keys = new Set(all.flatMap(keysOfChange))
      const values = [now, [...keys].join(' ')]
      await client.query({ text: WRITE, name: 'write-changes', values }).catch((error) => {
        throw namedPostgresError(error)
      })
    },
    /** Runs occasionally in the background. A failure is ignored, because it runs again. */
    removeOld(now: number): void {
      if (watched.length === 0 || now - removedAt < CHANGES_REMOVED_EVERY_MS) return
      removedAt = now
      pool.query(REMOVE, [now - CHANGES_KEPT_MS]).catch(() => {})
    },
  }
}

const SILENT_AFTER_MS = 2_000
const BELIEVED_FOR_MS = 500

/** After a timeout, waiting callers get the error immediately: waiting as long again would take too long. */
function failFastAfterTimeout(look: () => Promise<void>): () => Promise<void> {
  let silence: { readonly error: unknown; readonly until: number } | undefined
  return async () => {
    const begun = performance.now()
    if (silence && begun < silence.until) throw silence.error
    try {
      return await look()
    } catch (error) {
      const now = performance.now()
      if (now - begun > SILENT_AFTER_MS) silence = { error, until: now + BELIEVED_FOR_MS }
      throw error
    }
  }
}

/**
 * One look at a time, shared by all callers that arrive while the previous one is running. Never the running one
 * itself: it may not include a write that they must see.
 */
function createSharedLook(look: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined

  function start(): Promise<void> {
    const started = look()
    running = started
    const clear = () => {
      if (running === started) running = undefined
    }
    started.then(clear, clear)
    return started
  }

  return () => {
    if (next) return next
    if (!running) return start()
    const begin = () => {
      next = undefined
      return start()
    }
    next = running.then(begin, begin)
    return next
  }
}
