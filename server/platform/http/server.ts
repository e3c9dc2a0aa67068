import type { IncomingHttpHeaders } from 'node:http'
import { createServer as createHttpServer, STATUS_CODES } from 'node:http'
import { Socket } from 'node:net'
import { BODY_LIMIT } from '@inkstone/contract/endpoint.ts'
import type { ProblemName } from '@inkstone/contract/problems.ts'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { Logger } from 'pino'
import { type Language, Problem, statusOf } from '../core/problem.ts'
import { DatabaseUnavailable } from '../sql/handles.ts'
import { StorageUnavailable } from '../storage/storage.ts'
import { problemEnvelope } from './envelope.ts'
import { headersOfAll, isBadHost, isEncoded, JSON_TYPE } from './headers.ts'
import { parseJsonBody } from './json-body.ts'
import type { KnownRequests } from './known-requests.ts'
import { preferredLanguage } from './language.ts'
import { createOutageLog } from './outage-log.ts'
import { isApi, MAX_PARAMETER_LENGTH, routedPath } from './paths.ts'
import { requestIdOf } from './request-id.ts'
import { closeStalledConnections } from './stalled-connections.ts'
import { hasDisconnected } from './streams.ts'

/** A slow client must not keep a connection open indefinitely. */
const HEADERS_TIMEOUT_MS = 15_000
const BODY_TIMEOUT_MS = 120_000
const KEEP_ALIVE_MS = 65_000

/** Our own code validates and serialises; Fastify would load two compilers for it. */
const noCompilers = {
  buildValidator: refuseSchema,
  buildSerializer: refuseSchema,
}

function refuseSchema(): never {
  throw new Error('a schema was given to Fastify: it belongs into the contract')
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For routes that people open in browsers: the page that shows a problem, with its content security policy. */
    problemPage?: (problem: Problem, language: Language) => { readonly html: string; readonly policy: string }
  }
}

interface ServerOptions {
  readonly log: Logger
  /** Answers requests before the router does. */
  readonly known?: KnownRequests
}

/** The server without routes: bodies, errors, request ids, security headers and timeouts. */
export function createServer({ log, known }: ServerOptions): FastifyInstance {
  const logs = { log, logOutage: createOutageLog(log) }
  const app = Fastify({
    logger: false,
    serverFactory: (handler) => {
      const server = createHttpServer(
        // Node would reject a request without a Host itself, without an envelope.
        { requireHostHeader: false },
        known
          ? (request, response) => known.answer(request, response, () => handler(request, response))
          : handler,
      )
      server.keepAliveTimeout = KEEP_ALIVE_MS
      // Uploads may take as long as they make progress; other bodies have their own limit.
      server.requestTimeout = 0
      return server
    },
    schemaController: { compilersFactory: noCompilers },
    bodyLimit: BODY_LIMIT,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAMETER_LENGTH },
    genReqId: requestIdOf,
    rewriteUrl: ({ url = '/' }) => routedPath(url),
    // Requests without a route do not run hooks.
    frameworkErrors: (error, request, reply) => {
      reply.headers(headersOfAll(request.id))
      sendProblem(logs, error, request, reply as FastifyReply)
    },
    clientErrorHandler: (error, socket) => refuseConnection(error, socket),
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  })
  app.server.headersTimeout = HEADERS_TIMEOUT_MS
  closeStalledConnections(app.server)
  // Node handles `Expect: 100-continue`. Other expectations are ignored.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response))
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      if (isEncoded(request.headers)) throw new Problem('content-encoding-unsupported')
      if (!mayBeJson(request.headers)) throw new Problem('media-type-unsupported')
      done(null, parseJsonBody(body))
    } catch (error) {
      done(error as Error)
    }
  })
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersOfAll(request.id))
    limitReceiving(request)
    // Fastify refuses a QUERY without a content type before it looks for the path. No path has this method.
    if (request.method === 'QUERY') request.headers['content-type'] ??= 'application/json'
    done(isBadHost(request.raw) ? new Problem('bad-host') : undefined)
  })
  app.setErrorHandler((error, request, reply) => sendProblem(logs, error, request, reply))
  return app
}

/** A slow body is aborted after a while; only uploads may take longer. */
function limitReceiving({ id, raw, routeOptions }: FastifyRequest): void {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = raw.headers
  if ((length === '0' && coding === undefined) || raw.complete) return
  if (routeOptions.config.endpoint?.bodyType === 'multipart/form-data') return
  // An injected request is complete and has no connection to close.
  if (!(raw.socket instanceof Socket)) return
  const { socket } = raw
  const timer = setTimeout(() => {
    if (!raw.complete) refuseConnection({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket, id)
  }, BODY_TIMEOUT_MS)
  timer.unref()
  raw.once('end', () => clearTimeout(timer))
  raw.once('close', () => clearTimeout(timer))
}

/** The default content types of programs: none, plain text or a form. */
const DEFAULT_CONTENT_TYPES = new Set(['', 'text/plain', 'application/x-www-form-urlencoded'])

function mayBeJson(headers: IncomingHttpHeaders): boolean {
  const [type = ''] = (headers['content-type'] ?? '').split(';', 1)
  const name = type.trim().toLowerCase()
  if (DEFAULT_CONTENT_TYPES.has(name)) return !isCrossSite(headers)
  return /^application\/(?:[\w.-]+\+)?json$/.test(name)
}

/** Pages of other sites can send plain text and forms without a preflight request, but not JSON. */
function isCrossSite({ origin, host, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  if (site === 'cross-site') return true
  return origin !== undefined && origin.replace(/^[a-z]+:\/\//i, '').toLowerCase() !== host?.toLowerCase()
}

interface Logs {
  readonly log: Logger
  readonly logOutage: ReturnType<typeof createOutageLog>
}

function sendProblem(
  { log, logOutage }: Logs,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  // The client is gone, or the response has started.
  if (hasDisconnected(reply) || reply.raw.headersSent) {
    log.debug({ err: error, request_id: request.id }, 'an answer was not finished')
    reply.raw.destroy()
    return reply.hijack()
  }
  const problem = problemOf(error)
  const status = statusOf(problem.problem)
  if (problem.problem === 'internal') log.error({ err: error, request_id: request.id }, 'a request failed')
  if (problem.problem === 'unavailable') logOutage(error, request.id)
  const { retryAfterSeconds, headers, location } = problem.details
  if (location !== undefined) reply.header('location', movedTo(location, request.originalUrl))
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  if (status === 503) reply.header('retry-after', 5)
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  if (headers) reply.headers({ ...headers })
  // Fastify would close the connection of a client that is still sending, which then may not read the error. If it
  // stays open, Node reads and discards the rest until the request times out.
  if (reply.hasHeader('connection') && reply.raw.shouldKeepAlive) reply.header('connection', 'keep-alive')
  const language = preferredLanguage(request.headers['accept-language'])
  reply
    .status(status)
    .header('cache-control', 'no-store')
    .header('vary', [reply.getHeader('vary'), 'Accept-Language'].filter(Boolean).join(', '))
  const { problemPage } = request.routeOptions.config
  if (!problemPage || isApi(request.url))
    return reply.type(JSON_TYPE).send(problemEnvelope(problem, language))
  const { html, policy } = problemPage(problem, language)
  return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(html)
}

/** The other path in the form of this client: with its version prefix and query. */
function movedTo(path: string, url: string): string {
  const version = /^\/api(\/v1)\//.exec(url)?.[1] ?? ''
  const query = url.indexOf('?')
  return `${path.replace(/^\/api/, `/api${version}`)}${query < 0 ? '' : url.slice(query)}`
}

function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof DatabaseUnavailable || error instanceof StorageUnavailable)
    return new Problem('unavailable')
  const { code, statusCode } = error as FastifyError
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Problem('body-too-large')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Problem('media-type-unsupported')
  if (code === 'FST_ERR_BAD_URL' || code === 'FST_ERR_ASYNC_CONSTRAINT') return new Problem('bad-url')
  if (statusCode !== undefined && statusCode < 500) return new Problem('bad-request')
  return new Problem('internal')
}

const CONNECTION_PROBLEMS: ReadonlyMap<string, ProblemName> = new Map([
  ['HPE_HEADER_OVERFLOW', 'headers-too-large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'request-timeout'],
  ['HPE_INVALID_URL', 'bad-url'],
] as const)

/** Invalid HTTP is answered on the socket, because there is no request. */
function refuseConnection(
  error: { code?: string },
  socket: Socket,
  requestId = requestIdOf({ headers: {} }),
): void {
  // Data came after the last request of the connection. That request is answered, then the connection is closed.
  if (error.code === 'HPE_CLOSED_CONNECTION') return
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const name = CONNECTION_PROBLEMS.get(error.code ?? '') ?? 'bad-request'
  const status = statusOf(name)
  const body = problemEnvelope(new Problem(name), 'en')
  const headers = {
    ...headersOfAll(requestId),
    'content-type': JSON_TYPE,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([header, value]) => `${header}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  // If earlier requests are pending, the connection could otherwise stay open indefinitely.
  socket.destroySoon()
}
