import { chmod } from 'node:fs/promises'
import { sqliteModule } from '../../platform/sql/sqlite/open.ts'
import { type SqliteThread, startSqliteThread } from '../../platform/sql/sqlite/thread.ts'
import { BackupRefused } from './backups.rules.ts'
import { exists } from './file-copies.ts'

const PAGES_PER_STEP = 500

export interface Copying {
  readonly signal?: AbortSignal | undefined
  onProgress?(done: number, total: number, unit: string): void
}

export interface DatabaseContents {
  readonly migration: number
  readonly rows: Record<string, number>
}

/** Copies a consistent snapshot of a live database and verifies the copy. */
export async function copySqlite(from: string, to: string, copying: Copying): Promise<DatabaseContents> {
  const { DatabaseSync, backup } = sqliteModule()
  const source = new DatabaseSync(from, { readOnly: true, timeout: 5000 })
  try {
    // An open read transaction keeps the snapshot: without it, each write would restart the copy.
    source.exec('begin; select count(*) from sqlite_master')
    await backup(source, to, {
      rate: PAGES_PER_STEP,
      progress: ({ totalPages, remainingPages }) =>
        copying.onProgress?.(totalPages - remainingPages, totalPages, 'pages'),
    })
  } finally {
    source.close()
  }
  copying.signal?.throwIfAborted()
  await chmod(to, 0o600)
  return readThrough(to)
}

/** In a separate thread, because it takes a while for a large database. */
async function readThrough(path: string): Promise<DatabaseContents> {
  const thread = await startSqliteThread(path, [])
  try {
    const [verdict] = await thread.rows<{ integrity_check: string }>('pragma integrity_check')
    if (verdict?.integrity_check !== 'ok')
      throw new BackupRefused(
        `The database is damaged (${verdict?.integrity_check.split('\n')[0]}); restore it from an earlier backup.`,
      )
    const contents = await contentsOf(thread)
    // A single file, without the WAL and shared memory files.
    await thread.rows('pragma journal_mode = delete')
    return contents
  } finally {
    await thread.close()
  }
}

async function contentsOf(thread: SqliteThread): Promise<DatabaseContents> {
  const tables = await thread.rows<{
    name: string
  }>(`select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\'
       and sql not like 'create virtual%' order by name`)
  if (!tables.some(({ name }) => name === 'schema_migrations'))
    throw new BackupRefused('The database is empty: there is nothing to back up.')
  const rows: Record<string, number> = {}
  for (const { name } of tables) {
    const [count] = await thread.rows<{ count: number }>(`select count(*) as count from "${name}"`)
    rows[name] = count?.count ?? 0
  }
  const [newest] = await thread.rows<{ id: number }>('select max(id) as id from schema_migrations')
  return { migration: newest?.id ?? 0, rows }
}

/** Whether it contains data that a restore would overwrite. An unreadable database counts. */
export async function holdsTables(path: string): Promise<boolean> {
  if (!(await exists(path))) return false
  const { DatabaseSync } = sqliteModule()
  try {
    const database = new DatabaseSync(path, { readOnly: true, timeout: 5000 })
    try {
      return database.prepare('select 1 from sqlite_master limit 1').all().length > 0
    } finally {
      database.close()
    }
  } catch {
    return true
  }
}

/** A database can leave WAL mode only if no one else has it open, which shows whether it is in use. */
export async function isInUse(path: string): Promise<boolean> {
  if (!(await exists(path))) return false
  const { DatabaseSync } = sqliteModule()
  let database: InstanceType<typeof DatabaseSync> | undefined
  try {
    database = new DatabaseSync(path, { timeout: 500 })
    database.exec('pragma journal_mode = delete')
    return false
  } catch (error) {
    return /locked|busy/i.test((error as Error).message)
  } finally {
    database?.close()
  }
}
