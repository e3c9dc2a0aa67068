import { parseCidrList } from '../../platform/net/addresses.ts'
import { createSafeFetch } from '../../platform/net/safe-fetch.ts'
import type { RateLimiter } from '../../platform/rate-limit/rate-limit.ts'
import type { TextMessages } from './captcha.actions.ts'

const TIMEOUT_MS = 5_000
const MAX_RESPONSE_BYTES = 64 * 1024

/** The operator configures the gateway, so it may be on a private network. Nothing else is fetched with this. */
const ANYWHERE = parseCidrList('0.0.0.0/0 ::/0')

export function createTextMessages(
  gatewayUrl: string | undefined,
  rateLimiter: RateLimiter,
): TextMessages | undefined {
  if (gatewayUrl === undefined) return undefined
  const fetch = createSafeFetch({ allow: ANYWHERE })
  const limiter = (name: string, points: number, windowSeconds: number) =>
    rateLimiter.limiter({ name, points, windowSeconds })
  return {
    limits: [
      { by: 'address', limiter: limiter('text-messages-by-address', 10, 3600) },
      { by: 'number', limiter: limiter('text-messages-each-minute', 1, 60) },
      { by: 'number', limiter: limiter('text-messages-each-day', 10, 86_400) },
    ],
    send: async (mobile, code, text) => {
      const answer = await fetch(gatewayUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ mobile, code, text }),
        timeoutMs: TIMEOUT_MS,
        maxAnswerBytes: MAX_RESPONSE_BYTES,
      })
      return answer.ok && answer.status >= 200 && answer.status < 300
    },
  }
}
