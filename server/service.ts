import { mkdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { type Config, sqlitePath } from './config.ts'
import type { Engine, Tables } from './database.ts'
import { prepareEmptyDatabase } from './first-start.ts'
import { migrations } from './migrations/list.ts'
import { createRateLimiter } from './platform/rate-limit.ts'
import { createRedis } from './platform/redis.ts'
import { openEngine } from './platform/sql/engine.ts'
import { DatabaseUnavailable } from './platform/sql/handles.ts'
import { migrate } from './platform/sql/migrate.ts'
import { readSecretKey, requireSameKey } from './secret-key.ts'

export interface Service {
  readonly app: FastifyInstance
  readonly engine: Engine
  /** Set when the first start made an administrator with a password of its own making. */
  readonly newAdmin: { username: string; password: string } | undefined
  stop(): Promise<void>
}

/** Opens everything that a node is made of, in order, and gives it ready to listen. */
export async function openService(config: Config, log: Logger): Promise<Service> {
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  const engine = await openDatabase(config, log)
  const secretKey = await readSecretKey(config.secretKey, config.dataDir)
  await requireSameKey(engine, secretKey)
  const newAdmin = await prepareEmptyDatabase(engine, {
    username: config.adminUsername,
    password: config.adminPassword,
  })
  const redis = config.redisUrl === undefined ? undefined : createRedis(config.redisUrl, log)
  const app = createApp({ config, engine, rateLimiter: createRateLimiter({ redis, log }), secretKey, log })
  return {
    app,
    engine,
    newAdmin,
    stop: async () => {
      await app.close()
      redis?.disconnect()
      await engine.close()
    },
  }
}

const RETRY_MS = 1_000

/** Opens the database and brings it up to date; one that is not up yet is waited for. */
export async function openDatabase(config: Config, log: Logger): Promise<Engine> {
  const engine = await openEngine<Tables>({
    databaseUrl: config.databaseUrl,
    sqlitePath: sqlitePath(config),
    poolSize: config.databasePool,
    onLost: (error) => log.warn({ reason: error.message }, 'a database connection was lost'),
  })
  for (let attempt = 1; ; attempt++) {
    try {
      const applied = await migrate(engine, migrations)
      if (applied.length > 0) log.info({ migrations: applied }, 'the database is up to date')
      return engine
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || engine.name === 'sqlite') throw error
      if (attempt % 10 === 1)
        log.warn({ reason: error.message, node: hostname() }, 'waiting for the database')
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
}
