import type { Logger } from 'pino'

const REPEATED_AFTER_MS = 10_000
const MAX_REASONS = 100

/**
 * Logs why requests could not be served. During an outage every request fails for the same reason, which is logged every
 * ten seconds, with the number of those in between: the disk would soon be full of stack traces.
 */
export function createOutageLog(
  log: Logger,
  now: () => number = Date.now,
): (error: unknown, requestId: string) => void {
  const reasons = new Map<string, { at: number; more: number }>()
  return (error, request_id) => {
    const reason = error instanceof Error ? error.message : String(error)
    const known = reasons.get(reason)
    if (known && Math.abs(now() - known.at) < REPEATED_AFTER_MS) {
      known.more++
      return
    }
    const more = known?.more ?? 0
    if (!known && reasons.size >= MAX_REASONS) reasons.clear()
    reasons.set(reason, { at: now(), more: 0 })
    log.warn({ err: error, request_id, ...(more > 0 && { more }) }, 'a request could not be served')
  }
}
