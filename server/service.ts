import { once } from 'node:events'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { backupPlace } from './backup-place.ts'
import type { Config } from './config.ts'
import type { Engine } from './database.ts'
import { beginUpkeep } from './features/content/upkeep.actions.ts'
import type { ImportOptions } from './features/imports/imports.rules.ts'
import type { MediaOptions } from './features/media/storing.actions.ts'
import { gaugesOf } from './features/operations/operations.actions.ts'
import type { Sending } from './features/webhooks/delivery.actions.ts'
import { type WebhookOptions, webhookKey } from './features/webhooks/webhooks.actions.ts'
import { prepareEmptyDatabase } from './first-start.ts'
import { type JobOptions, jobHandlers } from './jobs.ts'
import { openDatabase } from './open-database.ts'
import { closeServer } from './platform/http/close-server.ts'
import { requireHandlers } from './platform/jobs/job-kind.ts'
import { startSchedule } from './platform/jobs/schedule.ts'
import { startWorker } from './platform/jobs/worker.ts'
import { createMailer } from './platform/mail/mail.ts'
import { createMetrics, type Metrics } from './platform/metrics/metrics.ts'
import type { RequestCounts } from './platform/metrics/request-counts.ts'
import { parseCidrList } from './platform/net/addresses.ts'
import { createSafeFetch } from './platform/net/safe-fetch.ts'
import { createRateLimiter, type RateLimiter } from './platform/rate-limit/rate-limit.ts'
import { deriveKey } from './platform/secrets/secrets.ts'
import type { Storage } from './platform/storage/storage.ts'
import { createZone } from './platform/times/times.ts'
import { scheduleEntries } from './schedule.ts'
import { openSecretKey } from './secret-key.ts'
import { openStorage } from './storages.ts'

export interface Service {
  readonly app: FastifyInstance
  readonly engine: Engine
  readonly metrics: Metrics
  /** Set if the first start created an administrator with a generated password. */
  readonly newAdmin: { username: string; password: string } | undefined
  stop(): Promise<void>
}

/** The part of a node's work that this process does, if several processes share it. */
export interface Share {
  /** Runs the jobs and the schedule. */
  readonly background: boolean
  /** Counts requests for all processes of the node. */
  readonly rateLimiter?: RateLimiter
  readonly countsOfOthers: () => Promise<readonly RequestCounts[]>
  /** Stops the node, restores the backup that was ordered, and starts it again. */
  readonly onRestoreOrdered: () => void
  /** Waits this long for Redis, at the start and for each count. Only tests do: a node counts for itself instead. */
  readonly redisPatienceMs?: number
}

const ALL_OF_IT: Share = { background: true, countsOfOthers: async () => [], onRestoreOrdered: () => {} }

/** Creates all parts of a node, in order. The result is ready to listen. */
export async function openService(
  config: Config,
  log: Logger,
  opened?: Engine,
  given: Partial<Share> = {},
): Promise<Service> {
  const share = { ...ALL_OF_IT, ...given }
  const engine = opened ?? (await openDatabase(config, log))
  const storage = await openStorage(config)
  const secretKey = await openSecretKey(engine, config.secretKey, config.dataDir)
  const { rateLimiter, redis } = await openCounters(config, log, share)
  const webhooks = webhookOptions(config, secretKey)
  const mailLinkKey = deriveKey(secretKey, 'links in mails')
  const mailer = createMailer({
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    outboxFolder: join(config.dataDir, 'outbox'),
  })
  const media = mediaOptions(config, storage)
  const imports = importOptions(config, media)
  const metrics = createMetrics(gaugesOf(engine))
  const app = createApp({
    config,
    engine,
    rateLimiter,
    storage,
    secretKey,
    mailLinkKey,
    media,
    imports,
    webhooks,
    log,
    metrics,
    countsOfOthers: share.countsOfOthers,
    onRestoreOrdered: share.onRestoreOrdered,
  })
  const services = {
    webhooks,
    backups: backupPlace(config),
    mail: { mailer, linkKey: mailLinkKey, publicUrl: config.publicUrl },
    media,
    imports,
  }
  // After everything that can fail, because the password is shown only once.
  const newAdmin = await prepareEmptyDatabase(engine, {
    username: config.adminUsername,
    password: config.adminPassword,
  })
  const background = share.background ? startBackground(config, engine, services, log) : undefined
  return {
    app,
    engine,
    metrics,
    newAdmin,
    stop: async () => {
      // In parallel, because each may take nearly all of the time allowed for a stop.
      await Promise.all([closeServer(app, config.trustProxy.length > 0), background?.stop()])
      mailer.close()
      redis?.disconnect()
      await engine.close()
    },
  }
}

/** The settings of webhooks. Only tests scale the delays between attempts. */
function webhookOptions(config: Config, secretKey: Buffer): WebhookOptions & Sending {
  const allow = parseCidrList(config.webhookAllow.join(','))
  return {
    allow,
    fetch: createSafeFetch({ allow }),
    key: webhookKey(secretKey),
    publicUrl: config.publicUrl,
    retryScale: 1,
  }
}

/** Where uploads are received and stored. */
export function mediaOptions(config: Config, storage: Storage): MediaOptions {
  return {
    storage,
    folder: join(config.dataDir, 'incoming'),
    storageFolder: join(config.dataDir, 'uploads'),
    maxFileBytes: config.maxUploadBytes,
  }
}

/** How imports fetch images, and where they unpack uploads. */
function importOptions(config: Config, media: MediaOptions): ImportOptions {
  return {
    media,
    fetch: createSafeFetch({ allow: parseCidrList(config.importAllow.join(',')) }),
    zone: createZone(config.timezone),
    folder: join(config.dataDir, 'imports'),
    maxBytes: config.importMaxBytes,
  }
}

const JOB_CONCURRENCY = 16

/** Starts the background work: the jobs and the schedule. */
function startBackground(
  config: Config,
  engine: Engine,
  services: JobOptions,
  log: Logger,
): { stop(): Promise<void> } {
  const handlers = jobHandlers(services)
  requireHandlers(handlers)
  const node = `${hostname()} ${process.pid}`
  beginUpkeep(engine).catch((error) => log.error({ err: error }, 'could not start the data upgrade jobs'))
  const worker = startWorker({ engine, handlers, node, log, concurrency: JOB_CONCURRENCY })
  const schedule = startSchedule({ engine, entries: scheduleEntries(config.timezone), log })
  return {
    stop: async () => {
      await schedule.stop()
      await worker.stop()
    },
  }
}

/** The rate limiter: in this process, or in a Redis shared by all nodes. */
async function openCounters({ redisUrl }: Config, log: Logger, { rateLimiter, redisPatienceMs }: Share) {
  if (redisUrl === undefined) return { rateLimiter: rateLimiter ?? createRateLimiter(), redis: undefined }
  const { createRedis } = await import('./platform/rate-limit/redis.ts')
  const { createSharedRateLimiter } = await import('./platform/rate-limit/shared-rate-limit.ts')
  const redis = createRedis(redisUrl, log, redisPatienceMs)
  if (redisPatienceMs !== undefined) await once(redis, 'ready')
  return { rateLimiter: createSharedRateLimiter({ redis, log }), redis }
}
