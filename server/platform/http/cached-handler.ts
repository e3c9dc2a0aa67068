import type { Endpoint } from '@inkstone/contract/endpoint.ts'
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import type { Actor } from '../core/actor.ts'
import type { RowsRead } from '../sql/changes.ts'
import type { SqlEngine } from '../sql/handles.ts'
import { createSerializer, type Serializer } from './answer.ts'
import { single } from './authenticate.ts'
import { cacheControlOf } from './cache-control.ts'
import {
  type AnswerCache,
  cachedAnswer,
  parametersOf,
  type ReadyAnswer,
  withCurrentSecond,
} from './cached-answer.ts'
import { type CallOptions, callOf, parametersIn, type Readers, sharedCall } from './call.ts'
import { deprecationHeaders } from './deprecation.ts'
import { matchesNone } from './etag.ts'
import { JSON_TYPE } from './headers.ts'
import { type KnownRequest, type KnownRequests, throwFailure } from './known-requests.ts'
import { routerPath } from './paths.ts'
import type { CachedReading, Call } from './route.ts'
import { createListStreamer, itemOf } from './streamed-lists.ts'

interface CachedHandlerOptions<Tables> extends CallOptions {
  readonly engine: SqlEngine<Tables>
  readonly cache: AnswerCache<Tables>
  /** The rows of an actor that cached responses depend on. */
  readonly rowsOfActor?: (actor: Actor) => RowsRead
  readonly known?: { readonly requests: KnownRequests }
}

/** The handler of a route whose responses are cached. */
export function cachedHandler<Tables>(
  options: CachedHandlerOptions<Tables>,
  route: CachedReading<Tables>,
  readers: Readers,
  serializers: ReadonlyMap<Endpoint, Serializer>,
): RouteHandlerMethod {
  const { endpoint } = route
  const pattern = routerPath(endpoint.path)
  const serialize = serializers.get(endpoint)
  if (!serialize) throw new Error(`${endpoint.path} has no answer to cache`)
  const item = route.items ? createSerializer(itemOf(endpoint.answer, route.items.fieldOfList)) : serialize
  const made = { answer: serialize, item }
  const sendParts = createListStreamer(endpoint)
  const readingOf = (asked: Pick<Call, 'params' | 'query'>): Pick<KnownRequest, 'parameters' | 'read'> => {
    const parameters = parametersOf(asked)
    return {
      parameters,
      read(actor, request) {
        const rows = options.rowsOfActor?.(actor) ?? {}
        const call = sharedCall(options, actor, asked, request)
        return cachedAnswer(options.cache, route, call, parameters, made, rows)
      },
    }
  }
  options.known?.requests.add(pattern, (params, query) => {
    const { token, site_id } = query
    if (token !== undefined || deprecationHeaders(endpoint, query)) return undefined
    const asked = parametersIn(endpoint, readers, params, query)
    if (route.streamed?.when(asked.query)) return undefined
    return {
      ...readingOf(asked),
      endpoint,
      variesBy: route.cached.variesBy,
      siteName: single(site_id),
      route: pattern,
    }
  })
  // A cached response is sent synchronously: every promise would cost a turn of the event loop.
  return (request, reply) => {
    throwFailure(request.raw)
    const call = callOf(options, endpoint, readers, request)
    if (route.streamed?.when(call.query))
      return route.streamed
        .read(options.engine.db, call)
        .then((list) => sendParts(request, reply, call, list))
    const cacheControl = cacheControlOf(call.actor, endpoint)
    const answer = readingOf(call).read(call.actor, request)
    if (answer instanceof Promise)
      return answer.then((ready) => sendCached(request, reply, ready, cacheControl))
    sendCached(request, reply, answer, cacheControl)
    return undefined
  }
}

function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: ReadyAnswer,
  cacheControl: string,
): FastifyReply {
  const { status, etag } = answer
  reply.header('etag', etag).header('cache-control', cacheControl)
  if (!matchesNone(request.headers['if-none-match'], etag)) return reply.status(304).send()
  return reply.status(status).type(JSON_TYPE).send(withCurrentSecond(answer))
}
