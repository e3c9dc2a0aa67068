import { constants } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Config, sqlitePath } from './config.ts'
import { markCreated, requireDatabaseContent, requireDatabaseFile } from './created-marker.ts'
import { type Engine, type Tables, watchedTables } from './database.ts'
import { WrongSetting } from './environment.ts'
import { migrations } from './migrations/list.ts'
import { type EngineOptions, openEngine } from './platform/sql/engine.ts'
import { DatabaseUnavailable } from './platform/sql/handles.ts'
import { type MigrationStep, migrate } from './platform/sql/migrate.ts'

const RETRY_MS = 1_000
const TELL_EVERY = 10

/** Opens and migrates the database. Waits until it is available; `stopping` aborts the wait with an AbortError. */
export async function openDatabase(config: Config, log: Logger, stopping?: AbortSignal): Promise<Engine> {
  const engine = await connectDatabase(config, log, replicaOf(config, log))
  try {
    const { applied, backup } = await migrateWhenUp(engine, config, log, stopping)
    await markCreated(config, engine)
    await requireFitReplica(config)
    if (backup !== undefined) log.info({ backup }, wayBack(backup))
    if (applied.length > 0) log.info({ migrations: applied }, 'the database is up to date')
    return engine
  } catch (error) {
    await engine.close()
    throw error
  }
}

async function migrateWhenUp(
  engine: Engine,
  config: Config,
  log: Logger,
  stopping?: AbortSignal,
): Promise<Migrated> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await migrateDatabase(engine, config)
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || engine.name === 'sqlite') throw error
      if (attempt % TELL_EVERY === 1)
        log.warn({ reason: error.message, node: hostname() }, 'waiting for the database')
      await pause(RETRY_MS, undefined, stopping && { signal: stopping })
    }
  }
}

/** PostgreSQL may still be unavailable: connections are opened on demand. */
export async function connectDatabase(
  config: Config,
  log: Logger,
  replica?: EngineOptions['replica'],
): Promise<Engine> {
  await makeDataFolder(config)
  await requireDatabaseFile(config)
  const engine = await openOrExplain(config, log, replica)
  await requireDatabaseContent(config, engine).catch(async (error) => {
    await engine.close()
    throw error
  })
  return engine
}

async function openOrExplain(
  config: Config,
  log: Logger,
  replica: EngineOptions['replica'],
): Promise<Engine> {
  try {
    return await openEngine<Tables>({
      databaseUrl: config.databaseUrl,
      sqlitePath: sqlitePath(config),
      poolSize: config.databasePool,
      processes: config.workers,
      watched: watchedTables,
      onLost: (error) =>
        log.warn(
          { reason: error.message },
          config.databaseUrl === undefined
            ? 'SQLite failed in the background and is tried again'
            : 'a database connection was lost',
        ),
      onFlushFailed: (error) => {
        log.fatal({ reason: error.message }, 'stopping: data could not be written to disk')
        process.exit(1)
      },
      replica,
    })
  } catch (error) {
    throw new WrongSetting(
      `DATA_DIR: its database ${sqlitePath(config)} cannot be opened (${(error as Error).message}); restore it from a backup, or set DATA_DIR to another folder.`,
    )
  }
}

function replicaOf({ databaseReadUrl: url }: Config, log: Logger): EngineOptions['replica'] {
  if (url === undefined) return undefined
  const onReplica = (away: Error | undefined) =>
    away
      ? log.warn({ reason: away.message }, 'the replica is unavailable: reading from the primary')
      : log.info('the replica is available again: reading from it')
  return { url, onReplica }
}

/** An unavailable replica is allowed: it is used once it is available. */
async function requireFitReplica({ databaseUrl, databaseReadUrl }: Config): Promise<void> {
  if (databaseUrl === undefined || databaseReadUrl === undefined) return
  const { diagnoseReplica } = await import('./platform/sql/postgres/positions.ts')
  const found = await diagnoseReplica(databaseUrl, databaseReadUrl)
  if (found.kind === 'unfit')
    throw new WrongSetting(
      `DATABASE_READ_URL: it cannot be used (${found.reason}); use the address of a streaming replica of DATABASE_URL.`,
    )
}

const INSUFFICIENT_PRIVILEGE = '42501'

interface Migrated {
  /** The names of the applied migrations. */
  readonly applied: readonly string[]
  /** The backup made before them; undefined for an empty or current database. */
  readonly backup: string | undefined
}

/** Applies missing migrations, after a backup. */
export async function migrateDatabase(engine: Engine, config: Config): Promise<Migrated> {
  await requireWelcome(engine)
  let backup: string | undefined
  const before = config.migrateBackup
    ? async (step: MigrationStep) => {
        backup = await backUpBefore(step, config)
      }
    : undefined
  try {
    const applied = await migrate(engine, migrations, before)
    return { applied, backup }
  } catch (error) {
    if ((error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE) throw error
    throw new WrongSetting(
      `DATABASE_URL: its user cannot create tables (${(error as Error).message}); use a user who owns the database.`,
    )
  }
}

async function backUpBefore({ from, to }: MigrationStep, config: Config): Promise<string> {
  const { makeBackup } = await import('./features/backups/backups.actions.ts')
  const { backupPlace } = await import('./backup-place.ts')
  try {
    return (await makeBackup(backupPlace(config), 'database', Date.now())).name
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error
    const why = (error as Error).message.replace(/\.$/, '')
    throw new WrongSetting(
      `MIGRATE_BACKUP: the database has to go from migration ${from} to ${to}, and no backup of it could be made first (${why}). Nothing was changed. Correct this, or make a backup yourself and set MIGRATE_BACKUP to 0.`,
    )
  }
}

/** How to go back, for the log: the first place to look after a failed upgrade. */
export function wayBack(backup: string): string {
  return `a backup was made before the migration; to go back, stop the service, install the previous version and run: inkstone restore ${backup} --replace`
}

/** Fails immediately on errors that only a person can fix: a wrong password, name or certificate. */
async function requireWelcome(engine: Engine): Promise<void> {
  try {
    await engine.now()
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error
    throw new WrongSetting(
      `DATABASE_URL: PostgreSQL refused the connection (${(error as Error).message}); use an address such as postgres://user:password@host:5432/name.`,
    )
  }
}

export async function makeDataFolder(config: Config): Promise<void> {
  const folder = config.dataDir
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new WrongSetting(
      `DATA_DIR: ${JSON.stringify(folder)} cannot be used (${(error as Error).message}); use a folder that this user can write to.`,
    )
  }
  const reason = await whyOutOfReach(config)
  if (reason !== undefined)
    throw new WrongSetting(
      `DATA_DIR: a part of it belongs to another user (${reason.message}); give everything in it to the user who runs the service, for example with chown -R.`,
    )
}

/** Why this user cannot use the database or the backups, if another user created them. */
export async function whyOutOfReach(config: Config): Promise<Error | undefined> {
  const parts = config.databaseUrl === undefined ? [sqlitePath(config)] : []
  for (const path of [...parts, join(config.dataDir, 'backups')])
    try {
      await access(path, constants.R_OK | constants.W_OK)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return error as Error
    }
  return undefined
}
