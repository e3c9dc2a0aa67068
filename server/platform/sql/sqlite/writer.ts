import { DatabaseUnavailable } from '../handles.ts'
import { createCheckpoints } from './checkpoints.ts'
import { openConnection } from './connection.ts'
import { openFlusher } from './flush.ts'
import { writerPragmas } from './open.ts'
import { addTextFunctions } from './sqlite-functions.ts'
import { createTransaction, type LateQuery, type WriteConnection } from './transaction.ts'
import { createPace, createQueue, endTurn, retryUntil } from './turns.ts'

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

/** How long transactions may be added to a commit while others wait. */
const MAX_GROUP_MS = 20

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
  const pragmas = ['pragma busy_timeout = 5000', 'pragma journal_mode = wal', ...writerPragmas]
  const database = openConnection(path, pragmas, addTextFunctions)
  // Ensures that the WAL file exists.
  // Without stopping the event loop, on which whoever holds the lock may be waiting.
  await retryUntil(performance.now() + LOCK_WAIT_MS, isLocked, () => database.exec('begin immediate; commit'))
  const flusher = openFlusher(path, options.onFlushFailed)
  const pace = createPace(() => MAX_BLOCK_MS)
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
    /** Whether a transaction is open or waiting. */
    isBusy: queue.isTaken,
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
      } catch (error) {
        // What is committed stays in the WAL file.
        options.onTrouble(error as Error)
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

function isLocked(error: unknown): boolean {
  return error instanceof DatabaseUnavailable && /locked/.test(error.message)
}
