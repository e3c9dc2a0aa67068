import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** The common interface of `node:sqlite` and the package for older versions of Node. */
export interface SqliteStatement {
  all(...values: unknown[]): unknown[]
  get(...values: unknown[]): unknown
  run(...values: unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint }
  iterate(...values: unknown[]): IterableIterator<unknown>
  setReadBigInts(enabled: boolean): void
}
export interface SqliteDatabase {
  exec(sql: string): void
  prepare(sql: string): SqliteStatement
  function(name: string, options: { deterministic: boolean }, call: (...values: never[]) => string): void
  close(): void
}
interface SqliteModule {
  DatabaseSync: new (path: string, options?: { readOnly?: boolean; timeout?: number }) => SqliteDatabase
  backup(source: SqliteDatabase, destination: string, options?: BackupOptions): Promise<number>
}
interface BackupOptions {
  rate?: number
  progress?: (progress: { totalPages: number; remainingPages: number }) => void
}

/**
 * Selects the SQLite module. `node:sqlite` works without a flag since 22.13 and has `backup` since 22.16; before that a
 * package with the same interface is used.
 */
export const sqliteModuleName = hasBuiltIn(process.versions.node) ? 'node:sqlite' : packagedSqlite()

/** The build copies the package next to the program. */
function packagedSqlite(): string {
  const beside = fileURLToPath(new URL('sqlite/lib/index.cjs', import.meta.url))
  return existsSync(beside) ? beside : '@photostructure/sqlite'
}

function hasBuiltIn(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 16)
}

/**
 * The values of parameters. `node:sqlite` passes every number as a float, with which 7 / ? is 3.5 and commands of FTS5 fail.
 * The package passes integers of 32 bits as such.
 */
export const parameters: (values: readonly unknown[]) => readonly unknown[] =
  sqliteModuleName === 'node:sqlite' ? (values) => values.map(asInteger) : (values) => values

function asInteger(value: unknown): unknown {
  return Number.isSafeInteger(value) ? BigInt(value as number) : value
}

/** Without the warning of Node 22 at each start that its SQLite is experimental. */
export function sqliteModule(): SqliteModule {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return createRequire(import.meta.url)(sqliteModuleName) as SqliteModule
  } finally {
    process.emitWarning = emitWarning
  }
}

export const readerPragmas = [
  'pragma busy_timeout = 5000',
  'pragma query_only = on',
  // Not memory-mapped: an export would make the whole file count as process memory.
  'pragma mmap_size = 0',
  // Small: the operating system caches the file too, and a larger cache made no measured difference.
  'pragma cache_size = -8000',
  'pragma temp_store = memory',
] as const

/** Of the threads that help to read: each has a smaller page cache. */
export const helperPragmas = [...readerPragmas, 'pragma cache_size = -4000'] as const

/**
 * The writer never waits for a lock inside SQLite, which would block the event loop; it retries later. SQLite does not
 * flush commits either (`normal` in WAL mode); `flush.ts` does, and checkpoints are made elsewhere.
 */
export const writerPragmas = [
  'pragma busy_timeout = 0',
  'pragma synchronous = normal',
  'pragma wal_autocheckpoint = 0',
  'pragma foreign_keys = on',
  'pragma mmap_size = 0',
  'pragma cache_size = -4000',
  'pragma temp_store = memory',
] as const

export const checkpointPragmas = [
  'pragma busy_timeout = 200',
  'pragma synchronous = normal',
  'pragma wal_autocheckpoint = 0',
] as const
