import type { SqlEngine } from './handles.ts'

export interface EngineOptions {
  /** A postgres:// address, or undefined for SQLite in `sqlitePath`. */
  databaseUrl: string | undefined
  sqlitePath: string
  poolSize: number
  onLost: (error: Error) => void
}

/** Opens the engine that the settings name; the other one's code is not even loaded. */
export async function openEngine<Tables>(options: EngineOptions): Promise<SqlEngine<Tables>> {
  if (options.databaseUrl === undefined) {
    const { openSqliteEngine } = await import('./sqlite-engine.ts')
    return openSqliteEngine<Tables>(options.sqlitePath)
  }
  const { openPostgresEngine } = await import('./postgres-engine.ts')
  return openPostgresEngine<Tables>({
    url: options.databaseUrl,
    poolSize: options.poolSize,
    onLost: options.onLost,
  })
}
