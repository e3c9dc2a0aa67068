import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Engine } from '../../database.ts'
import { authorizeActor, holds } from '../../platform/core/actor.ts'
import { Problem } from '../../platform/core/problem.ts'
import { type Authenticator, presentedToken } from '../../platform/http/authenticate.ts'
import { preferredLanguage } from '../../platform/http/language.ts'
import { METRICS_TYPE, type Metrics } from '../../platform/metrics/metrics.ts'
import type { RequestCounts } from '../../platform/metrics/request-counts.ts'
import { contains, parseCidrList } from '../../platform/net/addresses.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { createReadiness, pingDatabase } from './operations.actions.ts'

interface Operations {
  readonly engine: Engine
  readonly storage: Pick<Storage, 'check'>
  readonly authenticator: Pick<Authenticator, 'look' | 'identify' | 'addressOf' | 'hostOf'>
  readonly log: Logger
  readonly metrics: Metrics
  /** The request counts of the other processes of this node. */
  readonly countsOfOthers: () => Promise<readonly RequestCounts[]>
}

/** A check of the storage writes a file, which costs money on S3. */
const STORAGE_REMEMBERED_MS = 5_000

/** Health checks and metrics for monitoring: outside /api, without envelope and rate limit. */
export function mountOperations(
  app: FastifyInstance,
  { engine, storage, authenticator, log, metrics, countsOfOthers }: Operations,
): void {
  const findFailing = createReadiness(
    [
      { name: 'database', check: () => pingDatabase(engine), rememberedMs: 0 },
      { name: 'storage', check: () => storage.check(), rememberedMs: STORAGE_REMEMBERED_MS },
    ],
    log,
  )

  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unmatched'
    metrics.countRequest(request.method, route, reply.statusCode, reply.elapsedTime / 1000)
    done()
  })
  app.get('/healthz', async (_request, reply) => uncached(reply).send({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const failing = await findFailing()
    if (failing.length === 0) return uncached(reply).send({ status: 'ok' })
    return uncached(reply).status(503).send({ status: 'unavailable', failing })
  })
  app.get('/metrics', async (request, reply) => {
    if (!isLocal(request)) await requireAdmin(authenticator, request)
    return uncached(reply)
      .type(METRICS_TYPE)
      .send(await metrics.render(await countsOfOthers()))
  })
}

function uncached(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-store')
}

const LOOPBACK = parseCidrList('127.0.0.0/8, ::1')
const MARKS_OF_A_PROXY = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-forwarded-host', 'via']

/**
 * Whether the request comes from this machine and is addressed to it. A local proxy forwards requests from anywhere, and
 * a foreign host name that resolves to this address (DNS rebinding) would let other pages read the response.
 */
function isLocal({ socket, headers }: FastifyRequest): boolean {
  return (
    contains(LOOPBACK, socket.remoteAddress ?? '') &&
    isLoopbackHost(headers.host ?? '') &&
    MARKS_OF_A_PROXY.every((name) => headers[name] === undefined)
  )
}

function isLoopbackHost(host: string): boolean {
  const name = host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')
  return name.toLowerCase() === 'localhost' || contains(LOOPBACK, name)
}

async function requireAdmin(
  authenticator: Operations['authenticator'],
  request: FastifyRequest,
): Promise<void> {
  const visitor = {
    address: authenticator.addressOf(request),
    host: authenticator.hostOf(request),
    token: presentedToken(request),
    siteName: undefined,
    language: preferredLanguage(request.headers['accept-language']),
    requestId: request.id,
  }
  await authenticator.look()
  const { actor, problem } = await authenticator.identify(visitor)
  if (problem) throw problem
  // Metrics mostly describe the job queue, so the permission for jobs applies.
  if (!actor) throw new Problem('login-required')
  authorizeActor(actor, (caller) => holds(caller, 'jobs.read'))
}
