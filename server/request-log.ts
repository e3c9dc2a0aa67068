import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { withoutToken } from './platform/core/log.ts'
import type { RequestHead } from './platform/http/authenticate.ts'

/** Logs each request that is a write or fails; others only at level debug. */
export function logRequests(
  app: FastifyInstance,
  log: Logger,
  addressOf: (request: RequestHead) => string,
): void {
  app.addHook('onResponse', (request, reply, done) => {
    const routine = reply.statusCode < 400 && (request.method === 'GET' || request.method === 'HEAD')
    if (routine && !log.isLevelEnabled('debug')) return done()
    const line = {
      request_id: request.id,
      method: request.method,
      url: withoutToken(request.originalUrl),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ip: addressOf(request),
      ...(request.authenticated?.actor.userId && { user_id: request.authenticated.actor.userId }),
    }
    if (routine) log.debug(line, 'request')
    else log.info(line, 'request')
    done()
  })
}
