import { constants } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { type Config, sqlitePath, WrongSetting } from './config.ts'
import type { Engine, Tables } from './database.ts'
import { prepareEmptyDatabase } from './first-start.ts'
import { jobHandlers } from './jobs.ts'
import { migrations } from './migrations/list.ts'
import { requireHandlers } from './platform/jobs/job-kind.ts'
import { startSchedule } from './platform/jobs/schedule.ts'
import { startWorker } from './platform/jobs/worker.ts'
import { createRateLimiter } from './platform/rate-limit.ts'
import { createRedis } from './platform/redis.ts'
import { openEngine } from './platform/sql/engine.ts'
import { DatabaseUnavailable } from './platform/sql/handles.ts'
import { migrate } from './platform/sql/migrate.ts'
import type { Storage } from './platform/storage/storage.ts'
import { scheduleEntries } from './schedule.ts'
import { readSecretKey, requireSameKey } from './secret-key.ts'

export interface Service {
  readonly app: FastifyInstance
  readonly engine: Engine
  /** Set when the first start made an administrator with a password of its own making. */
  readonly newAdmin: { username: string; password: string } | undefined
  stop(): Promise<void>
}

/**
 * Opens everything that a node is made of, in order, and gives it ready to listen. While it waits for a database that
 * is not up yet, `stopping` ends it with an AbortError.
 */
export async function openService(config: Config, log: Logger, stopping?: AbortSignal): Promise<Service> {
  await makeDataFolder(config.dataDir)
  const storage = await openStorage(config)
  const engine = await openDatabase(config, log, stopping)
  const secretKey = await readSecretKey(config.secretKey, config.dataDir)
  await requireSameKey(engine, secretKey)
  const newAdmin = await prepareEmptyDatabase(engine, {
    username: config.adminUsername,
    password: config.adminPassword,
  })
  const redis = config.redisUrl === undefined ? undefined : createRedis(config.redisUrl, log)
  const rateLimiter = createRateLimiter({ redis, log })
  const app = createApp({ config, engine, rateLimiter, storage, secretKey, log })
  const background = startBackground(config, engine, log)
  return {
    app,
    engine,
    newAdmin,
    stop: async () => {
      await closeServer(app)
      await background.stop()
      redis?.disconnect()
      await engine.close()
    },
  }
}

const JOBS_AT_ONCE = 4

/** What happens without anybody asking: the jobs, and the schedule that makes some of them. */
function startBackground(config: Config, engine: Engine, log: Logger): { stop(): Promise<void> } {
  const handlers = jobHandlers()
  requireHandlers(handlers)
  const node = `${hostname()} ${process.pid}`
  const worker = startWorker({ engine, handlers, node, log, concurrency: JOBS_AT_ONCE })
  const schedule = startSchedule({ engine, entries: scheduleEntries(config.timezone), log })
  return {
    stop: async () => {
      await schedule.stop()
      await worker.stop()
    },
  }
}

const SWEEP_MS = 100
/** Leaves time to close the rest within the half minute that supervisors commonly give. */
const CUT_AFTER_MS = 20_000

/** Takes no more, and waits for what is in flight; a client that has not finished sending by then is cut off. */
async function closeServer(app: FastifyInstance): Promise<void> {
  // Node closes the connections that are idle when the close begins, not those that become idle after it.
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS)
  const cut = setTimeout(() => app.server.closeAllConnections(), CUT_AFTER_MS)
  try {
    await app.close()
  } finally {
    clearInterval(sweep)
    clearTimeout(cut)
  }
}

export async function makeDataFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new WrongSetting(
      `DATA_DIR: ${JSON.stringify(folder)} cannot be used (${(error as Error).message}); it takes a folder that this user may write to.`,
    )
  }
}

/** Where files are kept: in a bucket, or in the data folder. */
export async function openStorage({ s3, dataDir }: Config): Promise<Storage> {
  if (s3 === undefined) {
    const { createFolderStorage } = await import('./platform/storage/folder-storage.ts')
    return createFolderStorage(join(dataDir, 'uploads'))
  }
  const { bucket, region, endpoint, accessKeyId, secretAccessKey } = s3
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new WrongSetting(
      'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: are not set although S3_BUCKET is; they take the keys of an account that may write to the bucket.',
    )
  const { createS3Storage } = await import('./platform/storage/s3-storage.ts')
  return createS3Storage({
    bucket,
    region,
    accessKeyId,
    secretAccessKey,
    ...(endpoint !== undefined && { endpoint }),
  })
}

const RETRY_MS = 1_000
const TELL_EVERY = 10

/** Opens the database and brings it up to date; one that is not up yet is waited for. */
async function openDatabase(config: Config, log: Logger, stopping?: AbortSignal): Promise<Engine> {
  const engine = await connectDatabase(config, log)
  for (let attempt = 1; ; attempt++) {
    try {
      const applied = await migrateDatabase(engine)
      if (applied.length > 0) log.info({ migrations: applied }, 'the database is up to date')
      return engine
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || engine.name === 'sqlite') throw error
      if (attempt % TELL_EVERY === 1)
        log.warn({ reason: error.message, node: hostname() }, 'waiting for the database')
      await pause(RETRY_MS, undefined, stopping && { signal: stopping })
    }
  }
}

/** PostgreSQL may still be away: its connections are opened when they are needed. */
export async function connectDatabase(config: Config, log: Logger): Promise<Engine> {
  try {
    return await openEngine<Tables>({
      databaseUrl: config.databaseUrl,
      sqlitePath: sqlitePath(config),
      poolSize: config.databasePool,
      onLost: (error) => log.warn({ reason: error.message }, 'a database connection was lost'),
    })
  } catch (error) {
    throw new WrongSetting(
      `DATA_DIR: its database ${sqlitePath(config)} cannot be opened (${(error as Error).message}); restore it from a backup, or set DATA_DIR to another folder.`,
    )
  }
}

const INSUFFICIENT_PRIVILEGE = '42501'

/** Applies the migrations that are missing, and gives their names. */
export async function migrateDatabase(engine: Engine): Promise<string[]> {
  await requireWelcome(engine)
  try {
    return await migrate(engine, migrations)
  } catch (error) {
    if ((error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE) throw error
    throw new WrongSetting(
      `DATABASE_URL: its user may not make tables (${(error as Error).message}); it takes a user who owns the database.`,
    )
  }
}

/** What a database that is up has against us is for a person to mend: a password, a name, a certificate. */
async function requireWelcome(engine: Engine): Promise<void> {
  try {
    await engine.now()
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error
    throw new WrongSetting(
      `DATABASE_URL: PostgreSQL does not let us in (${(error as Error).message}); it takes an address such as postgres://user:password@host:5432/name.`,
    )
  }
}
