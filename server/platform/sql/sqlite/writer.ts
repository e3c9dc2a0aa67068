import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { DatabaseUnavailable } from '../handles.ts'
import { createCheckpoints } from './checkpoints.ts'
import { openConnection, type SqliteConnection } from './connection.ts'
import { returnsRows } from './dialect.ts'
import { openFlusher } from './flush.ts'
import { writerPragmas } from './open.ts'
import { createPace, createQueue, endTurn, type Pace, retryUntil } from './turns.ts'

const LOCK_WAIT_MS = 8_000
/** The longest time that transactions block the event loop, because other requests wait for it. */
const MAX_BLOCK_MS = 8

export interface WriterOptions {
  /** A flush failed: commits may be lost, and the process must exit. */
  readonly onFlushFailed: (error: Error) => void
  /** Something failed and is retried. */
  readonly onTrouble: (error: Error) => void
  /** How long another process may hold the write lock, before waiting callers get an error. */
  readonly lockWaitMs?: number
  readonly largeWalPages?: number
}

/** The operations on the connection inside one transaction. */
export interface WriteConnection {
  readonly connection: DatabaseConnection
  /** An internal statement. */
  run(text: string, values: readonly unknown[]): void
}

/** How long transactions may be added to a commit while others wait. */
const MAX_GROUP_MS = 20

/**
 * A statement that runs before the commit, or before another statement on its table if that comes first. FTS5 writes to
 * disk at each savepoint, which costs more than the statement: this way it writes once for all transactions of a commit.
 */
export interface LateQuery extends CompiledQuery {
  /** The table. Other statements that contain this name run after it. */
  readonly late: string
}

/** Transactions that are committed together. */
interface Group {
  readonly begun: number
  transactions: number
  writes: number
  /** Statements that are still to be run, see `LateQuery`. */
  late: readonly LateQuery[]
  /** Resolves when they are on disk. */
  readonly kept: Promise<void>
  resolve(flushed: Promise<void> | undefined): void
  reject(error: unknown): void
}

/**
 * The write connection, in the main thread: statements run synchronously, so that a transaction does not wait for the
 * event loop after each. Transactions run one after another. Those that arrive while the disk is busy, or while others
 * wait, are committed together, each in a savepoint, so that a failed one does not undo the others. Each resolves when
 * it is on disk.
 */
export async function openWriter(path: string, options: WriterOptions) {
  const database = openConnection(path, [
    'pragma busy_timeout = 5000',
    'pragma journal_mode = wal',
    ...writerPragmas,
  ])
  // Ensures that the WAL file exists.
  // Without stopping the event loop, on which whoever holds the lock may be waiting.
  await retryUntil(performance.now() + LOCK_WAIT_MS, isLocked, () => database.exec('begin immediate; commit'))
  const flusher = openFlusher(path, options.onFlushFailed)
  const pace = createPace(MAX_BLOCK_MS)
  const queue = createQueue()
  const checkpoints = createCheckpoints(path, { ...options, alone })
  let group: Group | undefined
  let lastFlush: Promise<void> | undefined
  let closed = false

  function alone<Result>(work: () => Promise<Result>): Promise<Result> {
    return queue.inTurn(() => {
      commit()
      return work()
    })
  }

  function undoAll(): void {
    try {
      database.run('rollback')
    } catch {
      // SQLite has already rolled it back.
    }
  }

  function undoOne(): boolean {
    try {
      database.run('rollback to one')
      database.run('release one')
      return true
    } catch {
      return false
    }
  }

  /** Commits the waiting transactions. Called in turn, when none is running. */
  function commit(): void {
    if (!group) return
    const committed = group
    group = undefined
    try {
      for (const query of committed.late) database.query(query)
      database.run('commit')
      endTurn()
    } catch (error) {
      undoAll()
      committed.reject(error)
      return
    }
    if (committed.writes > 0) {
      checkpoints.note(committed.writes)
      lastFlush = flusher.flush()
      // Later transactions are committed when the disk is free again, unless that has already happened.
      const next = () => {
        if (group) void queue.inTurn(async () => commit())
      }
      lastFlush.then(next, next)
    }
    // Also for transactions without writes: they may have seen data that is not flushed yet.
    committed.resolve(lastFlush)
  }

  /** While the disk is busy, a commit would only wait; while others wait, they can share one commit. */
  function isCommitDue({ begun }: Group): boolean {
    if (performance.now() - begun > MAX_GROUP_MS) return true
    return queue.waiting() === 0 && !flusher.isBusy()
  }

  /** Rolls back the failed transaction, or the whole group if that is not possible. */
  function undo(failed: Group, whole: boolean, error: unknown): void {
    if (!whole && undoOne()) {
      if (isCommitDue(failed)) commit()
      return
    }
    group = undefined
    undoAll()
    failed.reject(error)
  }

  async function perform<Result>(
    work: (writing: WriteConnection) => Promise<Result>,
    deadline: number,
  ): Promise<{ result: Result; group: Group }> {
    if (closed) throw new DatabaseUnavailable('the database is closed')
    if (pace.isDue()) await pace.rest()
    if (!group) {
      await retryUntil(deadline, isLocked, () => database.run('begin immediate'))
      group = createGroup()
    }
    const mine = group
    const isFirst = mine.transactions === 0
    if (!isFirst) database.run('savepoint one')
    const transaction = createTransaction(database, pace, mine.late)
    let result: Result
    try {
      result = await work(transaction)
      transaction.requireKept()
      if (!isFirst) database.run('release one')
    } catch (error) {
      undo(mine, isFirst || transaction.isUndone(), error)
      throw error
    } finally {
      transaction.end()
    }
    mine.transactions++
    mine.late = transaction.late()
    mine.writes += transaction.writes()
    if (isCommitDue(mine)) commit()
    return { result, group: mine }
  }

  async function run<Result>(
    work: (writing: WriteConnection) => Promise<Result>,
    inTurn: <Done>(work: () => Promise<Done>) => Promise<Done>,
  ): Promise<Result> {
    const deadline = performance.now() + (options.lockWaitMs ?? LOCK_WAIT_MS)
    const { result, group } = await inTurn(() => perform(work, deadline))
    await group.kept
    return result
  }

  return {
    waiting: queue.waiting,
    /** Runs `work` in turn and resolves when its commit is on disk. */
    run: <Result>(work: (writing: WriteConnection) => Promise<Result>) => run(work, queue.inTurn),
    /** The same for long work, in its own commit without a savepoint. */
    runAtLength: <Result>(work: (writing: WriteConnection) => Promise<Result>) => run(work, alone),
    async close(): Promise<void> {
      if (closed) return
      await alone(async () => {
        closed = true
      })
      await checkpoints.close()
      await flusher.close()
      try {
        // Checkpoints everything into the one file, so that a copy of it is complete.
        database.exec('pragma busy_timeout = 1000; pragma wal_checkpoint(truncate)')
      } finally {
        database.close()
      }
    },
  }
}

function createGroup(): Group {
  let resolve: Group['resolve'] = () => {}
  let reject: Group['reject'] = () => {}
  const kept = new Promise<void>((onKept, onLost) => {
    resolve = (flushed) => onKept(flushed)
    reject = onLost
  })
  // The participants wait for it; if there are none, the error is ignored.
  kept.catch(() => {})
  return { begun: performance.now(), transactions: 0, writes: 0, late: [], kept, resolve, reject }
}

/** After this many, late statements are run at once, so that a long transaction does not collect its whole text. */
const MAX_LATE = 100

function createTransaction(database: SqliteConnection, pace: Pace, lateBefore: readonly LateQuery[]) {
  let ended = false
  let late = lateBefore
  let writes = 0
  /** SQLite has rolled back the transaction: later statements would be committed separately. */
  let undone: Error | undefined

  function perform<Row>(query: CompiledQuery): QueryResult<Row> {
    if (ended) throw new Error('this transaction has ended: a query was sent after its end')
    if (undone) throw undone
    if (!isReading(query)) writes++
    try {
      if (isLate(query) && late.length < MAX_LATE) {
        late = [...late, query]
        return { rows: [] }
      }
      if (late.some(({ late: table }) => query.sql.includes(table))) {
        for (const earlier of late) database.query(earlier)
        late = []
      }
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
    /** Those that have not been run, including those of earlier transactions. */
    late: () => late,
    isUndone: () => undone !== undefined,
    requireKept(): void {
      if (undone) throw undone
    },
    end(): void {
      ended = true
    },
  }
}

function isLate(query: CompiledQuery): query is LateQuery {
  return 'late' in query
}

function isReading(query: CompiledQuery): boolean {
  return (
    query.query.kind === 'SelectQueryNode' || (returnsRows(query) && /^\s*(select|pragma)/i.test(query.sql))
  )
}

function isLocked(error: unknown): boolean {
  return error instanceof DatabaseUnavailable && /locked/.test(error.message)
}
