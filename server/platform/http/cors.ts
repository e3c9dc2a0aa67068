import type { FastifyInstance } from 'fastify'

const ALLOWED_METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'
const ALLOWED_HEADERS =
  'Authorization, Content-Type, Accept, Accept-Language, X-Site, X-Requested-With, X-Request-Id, If-Match, If-None-Match, Idempotency-Key'
const EXPOSED_HEADERS =
  'ETag, Retry-After, X-API-Version, X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, RateLimit, RateLimit-Policy, WWW-Authenticate, Idempotent-Replayed, Content-Disposition, Deprecation, Sunset'
const REMEMBERED_SECONDS = '7200'

/** A cache must not return the response for one origin to another, or one without CORS headers. */
export function corsVariesBy(origins: readonly string[]): string | undefined {
  return origins.length === 0 || origins.includes('*') ? undefined : 'Origin'
}

/**
 * Allows pages of the configured origins to call the API. Tokens are sent in headers, never in cookies, so `*` is safe.
 */
export function mountCors(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  const everyone = origins.includes('*')
  const variesBy = corsVariesBy(origins)
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    if (variesBy !== undefined) reply.header('vary', variesBy)
    if (origin === undefined || !(everyone || origins.includes(origin))) return
    reply.header('access-control-allow-origin', everyone ? '*' : origin)
    reply.header('access-control-expose-headers', EXPOSED_HEADERS)
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return
    return reply
      .status(204)
      .headers({
        'access-control-allow-methods': ALLOWED_METHODS,
        'access-control-allow-headers': ALLOWED_HEADERS,
        'access-control-max-age': REMEMBERED_SECONDS,
      })
      .send()
  })
}
