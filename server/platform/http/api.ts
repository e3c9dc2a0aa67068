import { BODY_LIMIT, type Endpoint } from '@inkstone/contract/endpoint.ts'
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  preValidationHookHandler,
  RouteHandlerMethod,
  RouteOptions,
} from 'fastify'
import type { Actor } from '../core/actor.ts'
import type { MaybePromise } from '../core/maybe-promise.ts'
import { Problem } from '../core/problem.ts'
import type { RowsRead } from '../sql/changes.ts'
import { ConstraintViolated, type SqlEngine, type WriteHandle } from '../sql/handles.ts'
import { answer, type Bound, createSerializer, type Serializer } from './answer.ts'
import { type Authenticated, type Authenticator, authenticate } from './authenticate.ts'
import { cacheControlOf } from './cache-control.ts'
import { type AnswerCache, createAnswerCache } from './cached-answer.ts'
import { cachedHandler } from './cached-handler.ts'
import { authenticatedOf, type CallOptions, callOf, headerOf, type Readers, readersOf } from './call.ts'
import { deprecationHeaders, requireDeprecationDates } from './deprecation.ts'
import { successEnvelope } from './envelope.ts'
import { etagOf, matchesNone } from './etag.ts'
import { headersOfApi, isEncoded, JSON_TYPE } from './headers.ts'
import { type RequestKey, requestKey } from './idempotency.ts'
import type { KnownRequests, KnownRequestsOptions } from './known-requests.ts'
import { createMethods, methodNotAllowed, pathOf } from './methods.ts'
import { isApi, isUndecodable, routerPath } from './paths.ts'
import type { CachedReading, Call, Route } from './route.ts'
import { createReaders } from './validation.ts'

declare module 'fastify' {
  interface FastifyRequest {
    authenticated: Authenticated | undefined
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

export interface ApiOptions<Tables> extends CallOptions {
  readonly engine: SqlEngine<Tables>
  readonly routes: readonly Route<Tables>[]
  readonly authenticator: Authenticator
  /** Encrypts the stored responses of requests with an Idempotency-Key. */
  readonly sealingKey: Buffer
  /** The rows of an actor that cached responses depend on. */
  readonly rowsOfActor?: (actor: Actor) => RowsRead
  /** Throws a Problem if the site does not exist. */
  readonly requireSite?: (tx: WriteHandle<Tables>, siteId: number) => Promise<unknown>
  /** Answers from the cache before the router. */
  readonly known?: Pick<KnownRequestsOptions, 'vary' | 'onAnswered'> & { readonly requests: KnownRequests }
}

interface Mounting<Tables> extends ApiOptions<Tables> {
  readonly cache: AnswerCache<Tables>
}

/** Mounts every route under /api: each is authenticated, validated, answered and logged in the same way. */
export function mountApi<Tables>(app: FastifyInstance, given: ApiOptions<Tables>): void {
  const { routes, authenticator } = given
  const options = { ...given, cache: createAnswerCache(given.engine) }
  if (given.known) {
    const { requests, ...reporting } = given.known
    requests.use({ ...reporting, authenticator, cached: options.cache.answers.get })
    app.addHook('preClose', async () => requests.stop())
  }
  const readerOf = createReaders(options.zone)
  const serializers = new Map<Endpoint, Serializer>()
  for (const { endpoint } of routes)
    if (endpoint.answer) serializers.set(endpoint, createSerializer(endpoint.answer))

  const methodsOf = createMethods(routes.map(({ endpoint }) => endpoint))
  app.decorateRequest('authenticated', undefined)
  app.addHook('onRequest', (request, reply, done) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') given.engine.expectWrite()
    const { endpoint } = request.routeOptions.config
    // The router decodes `/%61pi/users` to `/api/users`, so the path alone does not tell whether it is under /api.
    if (endpoint === undefined && !isApi(request.url)) return done()
    reply.headers(headersOfApi(reply.getHeader('vary') as string | undefined))
    if (endpoint?.unlisted) reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    const deprecation = endpoint && deprecationHeaders(endpoint, request.query)
    if (deprecation) reply.headers(deprecation)
    // `/api/things/batch` has no GET, and `batch` is not an id either.
    const methods = endpoint?.path.includes('{') ? methodsOf.fixed(pathOf(request)) : undefined
    const goOn = (authenticated: Authenticated) => {
      request.authenticated = authenticated
      done(methods && methodNotAllowed(methods))
    }
    let authenticating: MaybePromise<Authenticated>
    try {
      authenticating = authenticate(authenticator, request, reply, methods ? undefined : endpoint)
    } catch (error) {
      return done(error as Error)
    }
    if (authenticating instanceof Promise) authenticating.then(goOn, done)
    else goOn(authenticating)
  })
  for (const route of routes) {
    const { endpoint } = route
    requireDeprecationDates(endpoint)
    const mounted: RouteOptions = {
      method: endpoint.method,
      url: routerPath(endpoint.path),
      config: { endpoint },
      bodyLimit: endpoint.bodyLimit ?? BODY_LIMIT,
      handler: onExistingSite(
        options,
        endpoint,
        handlerOf(options, route, readersOf(endpoint, readerOf), serializers),
      ),
      ...(route.requires && { preValidation: requiring(route.requires) }),
    }
    if (endpoint.bodyType === 'multipart/form-data') mountRawBody(app, mounted)
    else app.route(mounted)
  }
  // A literal path has priority over one with parameters, also if it has no GET: `batch` is not the alias of a thing.
  const paths = new Set(routes.map(({ endpoint }) => endpoint.path))
  for (const route of routes) if (route.kind === 'read' && route.cached) paths.delete(route.endpoint.path)
  for (const path of paths) given.known?.requests.add(routerPath(path))
  app.setNotFoundHandler(async (request) => {
    const path = pathOf(request)
    if (isUndecodable(request)) throw new Problem('bad-url')
    if (/^\/api\/v\d+(\/|$)/.test(path)) throw new Problem('version-not-served')
    const methods = isApi(path) ? methodsOf.any(path) : undefined
    // The path has this method, but a segment is too long for the router.
    if (methods?.has(request.method)) throw new Problem('bad-url')
    if (methods) throw methodNotAllowed(methods)
    if (app.hasRoute({ method: 'GET', url: path })) throw methodNotAllowed(new Set(['GET']))
    throw new Problem('route-not-found')
  })
}

function requiring(requires: () => void): preValidationHookHandler {
  return (_request, _reply, done) => {
    requires()
    done()
  }
}

/**
 * The site of a request may be deleted after it was found, and then what the request creates refers to nothing. This is
 * decided in a transaction, because the deletion may not be on disk yet.
 */
function onExistingSite<Tables>(
  { engine, requireSite }: Mounting<Tables>,
  { method }: Endpoint,
  handler: RouteHandlerMethod,
): RouteHandlerMethod {
  if (method === 'GET' || !requireSite) return handler
  return async function handle(request, reply) {
    try {
      return await handler.call(this, request, reply)
    } catch (error) {
      if (error instanceof ConstraintViolated && error.kind === 'foreign')
        await engine.transact((tx) => requireSite(tx, authenticatedOf(request).actor.siteId))
      throw error
    }
  }
}

/** A route that reads the raw body itself, whatever its content type. */
function mountRawBody(app: FastifyInstance, route: RouteOptions): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', ({ headers }, _payload, done) =>
      done(isEncoded(headers) ? new Problem('content-encoding-unsupported') : null),
    )
    scope.route(route)
  })
}

function handlerOf<Tables>(
  options: Mounting<Tables>,
  route: Route<Tables>,
  readers: Readers,
  serializers: ReadonlyMap<Endpoint, Serializer>,
): RouteHandlerMethod {
  const { endpoint } = route
  if (route.kind === 'stream')
    return async (request, reply) => {
      const call = callOf(options, endpoint, readers, request)
      const data = await route.respond(options.engine, call, { request, reply })
      if (reply.sent || data === reply) return reply
      const made = data === undefined ? undefined : serializers.get(endpoint)?.(data)
      const json = made === undefined ? undefined : call.addressed(made)
      return send(request, reply, call, endpoint.status ?? 200, json)
    }
  if (route.kind === 'read' && route.cached)
    return cachedHandler(options, route as CachedReading<Tables>, readers, serializers)
  const bound: Bound<Tables> = {
    route,
    serialize: serializers.get(endpoint),
    reading: readingOf(options.routes, route, serializers),
  }
  return async (request, reply) => {
    // Before validation, which changes the body in place.
    const key = endpoint.creates ? keyOf(request) : undefined
    const call = callOf(options, endpoint, readers, request)
    const { status, json, replayed } = await answer(options.engine, bound, call, key, options.sealingKey)
    if (replayed) reply.header('idempotent-replayed', 'true')
    return send(request, reply, call, status, json)
  }
}

/** The GET at the path that the endpoint declares, or at its own path. */
function readingOf<Tables>(
  routes: readonly Route<Tables>[],
  route: Route<Tables>,
  serializers: ReadonlyMap<Endpoint, Serializer>,
): Bound<Tables>['reading'] {
  const { method, path, guarded, tagged } = route.endpoint
  if (!guarded && !tagged) return undefined
  if (guarded && route.kind === 'write' && !route.guard)
    throw new Error(`${method} ${path} honours If-Match, but nothing locks what it changes`)
  const wanted = tagged ?? path
  const found = routes.find(({ endpoint }) => endpoint.method === 'GET' && endpoint.path === wanted)
  const serialize = found && serializers.get(found.endpoint)
  if (found && found.kind !== 'stream' && serialize) return { ...found, serialize }
  if (tagged) throw new Error(`${method} ${path} answers with an ETag, but there is no GET ${tagged}`)
  return undefined
}

function keyOf(request: FastifyRequest): RequestKey | undefined {
  const { actor } = authenticatedOf(request)
  const { method, body } = request
  return requestKey(headerOf(request, 'idempotency-key'), { actor, method, path: pathOf(request), body })
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  call: Call,
  status: number,
  json: string | undefined,
): FastifyReply {
  reply.headers(call.answering.headers)
  if (request.method === 'GET' || request.method === 'HEAD') {
    const etag = etagOf(json ?? '', call.answering.version)
    reply.header('etag', etag)
    if (!reply.hasHeader('cache-control'))
      reply.header('cache-control', cacheControlOfCall(request, call.actor))
    if (!matchesNone(request.headers['if-none-match'], etag)) return reply.status(304).send()
  } else {
    reply.header('cache-control', 'no-store')
    if (call.answering.etag) reply.header('etag', call.answering.etag)
  }
  return reply.status(status).type(JSON_TYPE).send(successEnvelope(status, json))
}

function cacheControlOfCall({ routeOptions }: FastifyRequest, actor: Actor): string {
  const { endpoint } = routeOptions.config
  return endpoint ? cacheControlOf(actor, endpoint) : 'private, no-cache'
}
