import type pg from 'pg'
import {
  CHANGES_KEPT_MS,
  CHANGES_REMOVED_EVERY_MS,
  type Change,
  type ChangeTable,
  keysOfChange,
  LONGEST_BETWEEN_LOOKS_MS,
} from '../changes.ts'
import type { StatementReader } from '../statements.ts'
import { namedPostgresError } from './errors.ts'
import { ask } from './pools.ts'
import { type Position, type PositionRow, positionOf, WRITTEN } from './positions.ts'

/** The position of the primary at the last look; undefined where none is known. */
export type Seen = Position | undefined

interface LogRow extends Partial<PositionRow> {
  /** The oldest transaction that was still under way: whatever commits later is not older. */
  readonly oldest: string
  readonly id: number | null
  readonly changes: string | null
}

// Commits do not come in the order of any number that a transaction could take, so everything is read again that may
// have been under way at the last look. What was seen then is known by its id.
const CHANGES = `select pg_snapshot_xmin(pg_current_snapshot())::text as oldest, l.id, l.changes
  from (select 1) as always left join change_log l on l.txid >= $1::bigint`
// In one statement: the position is found after what is visible to it was settled, so that all of that stands before it.
const CHANGES_AND_POSITION = `select lsn, timeline, pg_snapshot_xmin(pg_current_snapshot())::text as oldest, l.id, l.changes
  from (${WRITTEN}) as written left join change_log l on l.txid >= $1::bigint`
const WRITE = `insert into change_log (txid, created_at, changes)
  values (pg_current_xact_id()::text::bigint, $1, $2)`
const REMOVE = 'delete from change_log where created_at < $1'
const TABLES = 'select tablename as name from pg_tables where schemaname = any (current_schemas(false))'
/** No transaction is as young: nothing is read. */
const NEVER = '9223372036854775807'

/** Writes down what transactions change, and finds out what all nodes have changed. Writers never wait for each other here. */
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
    if (oldest === undefined) knowTables((await ask<{ name: string }>(pool, TABLES)).map(({ name }) => name))
    const missed = oldest === undefined || begun - lookedAt > LONGEST_BETWEEN_LOOKS_MS
    const text = hasReplica ? CHANGES_AND_POSITION : CHANGES
    const rows = await ask<LogRow & pg.QueryResultRow>(pool, text, [missed ? NEVER : oldest])
    if (missed) changes.applyAll()
    applyNew(rows)
    const [first] = rows
    oldest = first?.oldest
    lookedAt = begun
    if (hasReplica) position = first && positionOf({ lsn: null, timeline: null, ...first })
  }

  return {
    seen: () => position,
    look: createSharedLook(believingSilence(look)),
    /** The last thing that a transaction does. */
    async write(client: pg.PoolClient, all: readonly Change[], now: number): Promise<void> {
      if (all.length === 0) return
      const keys = new Set(all.flatMap(keysOfChange))
      const values = [now, [...keys].join(' ')]
      await client.query({ text: WRITE, name: 'write-changes', values }).catch((error) => {
        throw namedPostgresError(error)
      })
    },
    /** Now and then, beside everything else. Where it fails, another time will do. */
    removeOld(now: number): void {
      if (watched.length === 0 || now - removedAt < CHANGES_REMOVED_EVERY_MS) return
      removedAt = now
      pool.query(REMOVE, [now - CHANGES_KEPT_MS]).catch(() => {})
    },
  }
}

const SILENT_AFTER_MS = 2_000
const BELIEVED_FOR_MS = 500

/** Who has waited while the server kept silent is told so at once: to wait as long again would take too long. */
function believingSilence(look: () => Promise<void>): () => Promise<void> {
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
 * One look at a time, shared by all who come while the one before is under way. Never that one itself: it may have
 * been answered before the write that they must see.
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
