import { Redis } from 'ioredis'
import type { Logger } from 'pino'

// There is a fallback, so it is not worth waiting longer for a shared counter. A much shorter timeout would also
// expire when this process is too busy to read a response that has arrived, and then switch to local counts for no
// reason.
const COMMAND_TIMEOUT_MS = 1_000
const CONNECT_TIMEOUT_MS = 5_000
const MAX_RECONNECT_DELAY_MS = 5_000

/**
 * A Redis client that connects and reconnects in the background. Its start does not wait, and while Redis is
 * unavailable every command fails immediately. Nothing is queued or sent again.
 */
export function createRedis(url: string, log: Logger, commandTimeout = COMMAND_TIMEOUT_MS): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout,
    connectTimeout: CONNECT_TIMEOUT_MS,
    disableClientInfo: true,
    retryStrategy: (attempt) => Math.min(100 * 2 ** Math.min(attempt, 10), MAX_RECONNECT_DELAY_MS) * jitter(),
  })
  // Without a listener ioredis writes to the console. Outages are reported elsewhere, so single failures are only
  // interesting for debugging. The error object is not logged, because after a failed AUTH it contains the password.
  redis.on('error', (error: Error) => log.debug({ reason: error.message }, 'Redis connection error'))
  return redis
}

const PROBE_INTERVAL_MS = 1_000

export interface Outages {
  /** The result from Redis, or, while it is unavailable, the local one without waiting. */
  bridge<T>(shared: () => Promise<T>, local: () => T | Promise<T>): T | Promise<T>
}

/** Logs once when Redis becomes unavailable and once when it is back, for all users of this bridge. */
export function watchOutages(redis: Redis, log: Logger): Outages {
  let isUsable = redis.status === 'ready'
  let isReported = false
  let nextProbeAt = 0

  function markLost(error: Error): void {
    isUsable = false
    nextProbeAt = performance.now() + PROBE_INTERVAL_MS
    // Otherwise a silent connection would be kept until TCP gives up, after many minutes.
    if (redis.status === 'ready' && error.name !== 'ReplyError') redis.disconnect(true)
    if (isReported) return
    isReported = true
    log.warn({ reason: error.message }, 'Redis is unavailable: using local counters')
  }

  function markBack(): void {
    isUsable = true
    if (!isReported) return
    isReported = false
    log.info('Redis is available again: counters are shared')
  }

  redis.on('error', markLost)
  redis.on('ready', () => {
    // Connecting is no proof: a full or read-only Redis accepts connections but rejects every write.
    if (isReported) nextProbeAt = 0
    else isUsable = true
  })

  return {
    bridge(shared, local) {
      if (isUsable) {
        return shared().catch((error) => {
          markLost(error)
          return local()
        })
      }
      if (redis.status === 'ready' && performance.now() >= nextProbeAt) {
        nextProbeAt = performance.now() + PROBE_INTERVAL_MS
        shared().then(markBack, markLost)
      }
      return local()
    },
  }
}

// Nodes that lost the same Redis should not all reconnect at the same moment.
function jitter(): number {
  return 0.8 + Math.random() * 0.4
}
