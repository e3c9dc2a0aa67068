import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { DatabaseUnavailable } from '../handles.ts'
import { createCheckpoints } from './checkpoints.ts'
import { openConnection, type SqliteConnection } from './connection.ts'
import { returnsRows } from './dialect.ts'
import { openFlusher } from './flush.ts'
import { writerPragmas } from './open.ts'
import { createPace, createQueue, type Pace, retryUntil } from './turns.ts'

const LOCK_WAIT_MS = 8_000

export interface WriterOptions {
  /** The disk refused a flush: what was committed may not be kept, and the process must not go on. */
  readonly onFlushFailed: (error: Error) => void
  /** Something failed that is tried again. */
  readonly onTrouble: (error: Error) => void
  /** So long another process may hold the write lock; then those who wait are told that the database is not available. */
  readonly lockWaitMs?: number
  readonly largeWalPages?: number
}

/** What runs on the connection inside one transaction. */
export interface Writing {
  readonly connection: DatabaseConnection
  /** A statement of the engine's own. */
  run(text: string, values: readonly unknown[]): void
}

/**
 * The writing connection, in the main thread: a transaction's statements run at once, so that it does not wait for a
 * turn of the event loop after each. Transactions run one after the other; each resolves when it is on disk.
 */
export function openWriter(path: string, options: WriterOptions) {
  const database = openConnection(path, [
    'pragma busy_timeout = 5000',
    'pragma journal_mode = wal',
    ...writerPragmas,
  ])
  // Makes sure that the WAL file exists.
  database.exec('begin immediate; commit')
  const flusher = openFlusher(path, options.onFlushFailed)
  const pace = createPace()
  const queue = createQueue()
  const checkpoints = createCheckpoints(path, { ...options, alone: queue.inTurn })
  /** Commits that no flush began after. */
  let unflushed = false
  let lastFlush: Promise<void> | undefined
  let closed = false

  function rollback(): void {
    try {
      database.exec('rollback')
    } catch {
      // SQLite has undone it already.
    }
  }

  async function perform<Result>(
    work: (writing: Writing) => Promise<Result>,
    deadline: number,
  ): Promise<Result> {
    if (closed) throw new DatabaseUnavailable('the database is closed')
    if (pace.isDue()) await pace.rest()
    await retryUntil(deadline, isLocked, () => database.exec('begin immediate'))
    const transaction = createTransaction(database, pace)
    let result: Result
    try {
      result = await work(transaction)
      transaction.requireKept()
      database.exec('commit')
    } catch (error) {
      rollback()
      throw error
    } finally {
      transaction.end()
    }
    if (transaction.writes() > 0) {
      unflushed = true
      checkpoints.note(transaction.writes())
    }
    return result
  }

  return {
    waiting: queue.waiting,
    /** Runs `work` in its turn and resolves once its commit is on disk. */
    async run<Result>(work: (writing: Writing) => Promise<Result>): Promise<Result> {
      const deadline = performance.now() + (options.lockWaitMs ?? LOCK_WAIT_MS)
      const result = await queue.inTurn(() => perform(work, deadline))
      // Also for who wrote nothing: they may have seen what is not flushed yet, and answer for it.
      if (unflushed) {
        unflushed = false
        lastFlush = flusher.flush()
      }
      await lastFlush
      return result
    },
    async close(): Promise<void> {
      if (closed) return
      await queue.inTurn(async () => {
        closed = true
      })
      await checkpoints.close()
      await flusher.close()
      try {
        // All of it into the one file, so that a copy of that is whole.
        database.exec('pragma busy_timeout = 1000; pragma wal_checkpoint(truncate)')
      } finally {
        database.close()
      }
    },
  }
}

function createTransaction(database: SqliteConnection, pace: Pace) {
  let ended = false
  let writes = 0
  /** SQLite has undone the transaction: what came after would be committed by itself. */
  let undone: Error | undefined

  function perform<Row>(query: CompiledQuery): QueryResult<Row> {
    if (ended) throw new Error('this transaction has ended: a query escaped it')
    if (undone) throw undone
    if (!isReading(query)) writes++
    try {
      return database.query<Row>(query)
    } catch (error) {
      if (error instanceof DatabaseUnavailable) undone = error
      throw error
    }
  }

  const connection: DatabaseConnection = {
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      if (pace.isDue()) await pace.rest()
      return perform(query)
    },
    // biome-ignore lint/correctness/useYield: results are read whole or in pages by key.
    async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
      throw new Error('results are not streamed: read them in pages by key')
    },
  }
  return {
    connection,
    run(text: string, values: readonly unknown[]): void {
      writes++
      database.rows(text, values)
    },
    writes: () => writes,
    requireKept(): void {
      if (undone) throw undone
    },
    end(): void {
      ended = true
    },
  }
}

function isReading(query: CompiledQuery): boolean {
  return (
    query.query.kind === 'SelectQueryNode' || (returnsRows(query) && /^\s*(select|pragma)/i.test(query.sql))
  )
}

function isLocked(error: unknown): boolean {
  return error instanceof DatabaseUnavailable && /locked/.test(error.message)
}
