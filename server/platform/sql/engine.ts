import type { WatchedTable } from './changes.ts'
import type { SqlEngine } from './handles.ts'
import { createStatementReader } from './statements.ts'

export interface EngineOptions {
  /** A postgres:// URL, or undefined for SQLite in `sqlitePath`. */
  databaseUrl: string | undefined
  sqlitePath: string
  poolSize: number
  /** The number of processes that answer requests on this machine. SQLite reads in threads if there are more cores. */
  processes?: number
  /** The tables whose changes are logged, so that reads from them can be cached. */
  watched?: readonly WatchedTable[]
  /** A connection or thread was lost and is opened again. */
  onLost: (error: Error) => void
  /** The disk failed to store a commit: the process must exit. */
  onFlushFailed?: (error: Error) => void
  /**
   * A read replica of PostgreSQL. Called when it becomes unavailable, with the reason, and when it is available again,
   * without one.
   */
  replica?: { url: string; onReplica: (away: Error | undefined) => void } | undefined
}

/** Opens the configured engine. The code of the other one is not loaded. */
export async function openEngine<Tables>(options: EngineOptions): Promise<SqlEngine<Tables>> {
  const statements = createStatementReader(options.watched ?? [])
  if (options.databaseUrl === undefined) {
    const { openSqliteEngine } = await import('./sqlite/engine.ts')
    const { readingThreadsFor } = await import('./sqlite/reading-threads.ts')
    return openSqliteEngine<Tables>(options.sqlitePath, statements, {
      readingThreads: readingThreadsFor(options.processes ?? 1),
      onTrouble: options.onLost,
      onFlushFailed: options.onFlushFailed ?? raise,
    })
  }
  const { openPostgresEngine } = await import('./postgres/engine.ts')
  return openPostgresEngine<Tables>({
    url: options.databaseUrl,
    poolSize: options.poolSize,
    statementReader: statements,
    onLost: options.onLost,
    replica: options.replica,
  })
}

function raise(error: Error): never {
  throw error
}
