import type { WatchedTable } from './changes.ts'
import type { SqlEngine } from './handles.ts'
import { createStatementReader } from './statements.ts'

export interface EngineOptions {
  /** A postgres:// address, or undefined for SQLite in `sqlitePath`. */
  databaseUrl: string | undefined
  sqlitePath: string
  poolSize: number
  /** The tables whose changes are written down, so that what is read from them can be cached. */
  watched?: readonly WatchedTable[]
  /** Something was lost that is opened again: a connection, a thread. */
  onLost: (error: Error) => void
  /** The disk refused to keep what was committed: the process must not go on. */
  onFlushFailed?: (error: Error) => void
  /** A replica of PostgreSQL to read from. It is told when it goes, with the reason, and when it is back, without. */
  replica?: { url: string; onReplica: (away: Error | undefined) => void } | undefined
}

/** Opens the engine that the settings name; the other one's code is not even loaded. */
export async function openEngine<Tables>(options: EngineOptions): Promise<SqlEngine<Tables>> {
  const statements = createStatementReader(options.watched ?? [])
  if (options.databaseUrl === undefined) {
    const { openSqliteEngine } = await import('./sqlite/engine.ts')
    return openSqliteEngine<Tables>(options.sqlitePath, statements, {
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
