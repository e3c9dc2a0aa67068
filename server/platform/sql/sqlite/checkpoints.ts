import { checkpointPragmas } from './open.ts'
import { type SqliteThread, startSqliteThread } from './thread.ts'

const EVERY_MS = 1_000
/** The number of writes between checkpoints; the WAL grows by some megabytes in between. */
const MAX_WRITES = 2_000
const LARGE_WAL_PAGES = 8_000
const RESTART_AFTER_MS = 1_000

interface CheckpointRow {
  readonly busy: number
  readonly log: number
  readonly checkpointed: number
}

export interface CheckpointOptions {
  /** Called when checkpoints begin to fail: the thread died, or the disk is full. They are tried again until they succeed. */
  readonly onTrouble: (error: Error) => void
  /** Runs something while no transaction of this process is open. */
  readonly alone?: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** Above this size the WAL is truncated, for which writers wait a moment. */
  readonly largeWalPages?: number
  readonly start?: () => Promise<SqliteThread>
}

/**
 * Checkpoints the WAL into the database in a separate thread. A passive checkpoint disturbs no one, but while there are
 * always readers, SQLite never restarts the WAL itself. A large WAL is therefore truncated, which waits for current
 * readers and blocks writers.
 */
export function createCheckpoints(
  path: string,
  { onTrouble, start, alone = (work) => work(), largeWalPages = LARGE_WAL_PAGES }: CheckpointOptions,
) {
  const open = start ?? (() => startSqliteThread(path, checkpointPragmas))
  let thread: Promise<SqliteThread> | undefined
  let writes = 0
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let failing = false
  let closed = false

  function opened(): Promise<SqliteThread> {
    thread ??= open().then(
      (started) => {
        started.ended.then(forgetThread)
        return started
      },
      (error) => {
        forgetThread()
        throw error
      },
    )
    return thread
  }

  function forgetThread(): void {
    thread = undefined
  }

  async function checkpoint(): Promise<void> {
    try {
      const { rows } = await opened()
      const [passive] = await rows<CheckpointRow>('pragma wal_checkpoint(passive)')
      if ((passive?.log ?? 0) >= largeWalPages) await alone(() => rows('pragma wal_checkpoint(truncate)'))
      failing = false
    } catch (error) {
      if (closed) return
      if (!failing) onTrouble(error as Error)
      failing = true
      writes = 1
      plan(RESTART_AFTER_MS)
    }
  }

  function run(): void {
    clearTimeout(timer)
    timer = undefined
    if (running || closed) return
    writes = 0
    running = checkpoint().finally(() => {
      running = undefined
      if (writes > 0) plan(EVERY_MS)
    })
  }

  function plan(ms: number): void {
    timer ??= setTimeout(run, ms).unref()
  }

  return {
    /** A transaction with this many writes was committed. */
    note(count: number): void {
      writes += count
      if (writes >= MAX_WRITES && !running) run()
      else if (!running) plan(EVERY_MS)
    },
    async close(): Promise<void> {
      closed = true
      clearTimeout(timer)
      await running
      const last = await thread?.catch(() => undefined)
      await last?.close().catch(() => {})
    },
  }
}
