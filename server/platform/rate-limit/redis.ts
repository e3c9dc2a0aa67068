import { Redis } from 'ioredis'
import type { Logger } from 'pino'

// A shared counter is not worth waiting for longer: whoever asks has a way to go on without. Nor may it be much less:
// the time runs out as well when this process is too busy to read an answer that has come, and then the counts that
// the nodes share would be left for nothing.
const COMMAND_TIMEOUT_MS = 1_000
const CONNECT_TIMEOUT_MS = 5_000
const SLOWEST_RECONNECT_MS = 5_000

/**
 * A client that connects and reconnects in the background: its start waits for nothing, and while Redis is away each
 * command is refused at once. Nothing is queued and nothing is sent a second time.
 */
export function createRedis(url: string, log: Logger): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    disableClientInfo: true,
    retryStrategy: (attempt) => Math.min(100 * 2 ** Math.min(attempt, 10), SLOWEST_RECONNECT_MS) * jitter(),
  })
  // Without a listener ioredis writes to the console. Whoever depends on Redis tells of the outage; each failed
  // attempt is of interest only when looking for its cause. The error itself stays out of the log: after a refused
  // AUTH it carries the password.
  redis.on('error', (error: Error) => log.debug({ reason: error.message }, 'Redis connection error'))
  return redis
}

const PROBE_INTERVAL_MS = 1_000

export interface Outages {
  /** What Redis answers, or, without waiting for it while it is away, what is known here. */
  bridge<T>(shared: () => Promise<T>, local: () => T | Promise<T>): T | Promise<T>
}

/** Tells once when Redis goes away and once when it is back, for all who ask it through the same bridge. */
export function watchOutages(redis: Redis, log: Logger): Outages {
  let usable = redis.status === 'ready'
  let told = false
  let nextProbeAt = 0

  function lose(error: Error): void {
    usable = false
    nextProbeAt = performance.now() + PROBE_INTERVAL_MS
    // A connection that has gone silent would otherwise be kept until TCP gives up, after many minutes.
    if (redis.status === 'ready' && error.name !== 'ReplyError') redis.disconnect(true)
    if (told) return
    told = true
    log.warn({ reason: error.message }, 'Redis is unavailable: using local counters')
  }

  function regain(): void {
    usable = true
    if (!told) return
    told = false
    log.info('Redis is available again: counters are shared')
  }

  redis.on('error', lose)
  redis.on('ready', () => {
    // Ready is not yet proof: a full or read-only Redis connects and refuses every write.
    if (told) nextProbeAt = 0
    else usable = true
  })

  return {
    bridge(shared, local) {
      if (usable) {
        return shared().catch((error) => {
          lose(error)
          return local()
        })
      }
      if (redis.status === 'ready' && performance.now() >= nextProbeAt) {
        nextProbeAt = performance.now() + PROBE_INTERVAL_MS
        shared().then(regain, lose)
      }
      return local()
    },
  }
}

// Nodes that lost the same Redis should not all come back in the same moment.
function jitter(): number {
  return 0.8 + Math.random() * 0.4
}
