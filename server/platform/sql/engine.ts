import type { SqlEngine } from './handles.ts'
import { createTableWatch } from './stamps.ts'

export interface EngineOptions {
  /** A postgres:// address, or undefined for SQLite in `sqlitePath`. */
  databaseUrl: string | undefined
  sqlitePath: string
  poolSize: number
  /** The tables whose changes are told by stamps. */
  watched?: readonly string[]
  onLost: (error: Error) => void
  /** A replica of PostgreSQL to read from. It is told when it goes, with the reason, and when it is back, without. */
  replica?: { url: string; onReplica: (away: Error | undefined) => void } | undefined
}

/** Opens the engine that the settings name; the other one's code is not even loaded. */
export async function openEngine<Tables>(options: EngineOptions): Promise<SqlEngine<Tables>> {
  const watch = createTableWatch(options.watched ?? [])
  if (options.databaseUrl === undefined) {
    const { openSqliteEngine } = await import('./sqlite-engine.ts')
    return openSqliteEngine<Tables>(options.sqlitePath, watch)
  }
  const { openPostgresEngine } = await import('./postgres-engine.ts')
  return openPostgresEngine<Tables>({
    url: options.databaseUrl,
    poolSize: options.poolSize,
    watch,
    onLost: options.onLost,
    replica: options.replica,
  })
}
