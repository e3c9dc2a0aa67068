import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Endpoint } from '@inkstone/contract/endpoint.ts'
import findMyWay, { type HTTPVersion } from 'find-my-way'
import { oldestFirst } from '../cache/oldest-first.ts'
import type { Actor } from '../core/actor.ts'
import { andThen, type MaybePromise } from '../core/maybe-promise.ts'
import {
  type Authenticator,
  authenticateHead,
  noteCounted,
  type RequestHead,
  rateLimitHeaders,
} from './authenticate.ts'
import { cacheControlOf } from './cache-control.ts'
import {
  type CachedAnswer,
  compressed,
  keyOfAnswer,
  type ReadyAnswer,
  withCurrentSecond,
} from './cached-answer.ts'
import { MIN_BYTES_TO_COMPRESS, preferredEncoding } from './compression.ts'
import { atEndOfTurn } from './end-of-turn.ts'
import { matchesNone } from './etag.ts'
import { headersOfAll, headersOfApi, isBadHost, JSON_TYPE } from './headers.ts'
import { isApi, isReadable, MAX_PARAMETER_LENGTH, unversioned } from './paths.ts'
import { requestIdOf } from './request-id.ts'

/** The parsed form of a URL whose response can be cached. */
export interface KnownRequest {
  readonly endpoint: Endpoint
  /** The response, from the cache or read now. */
  readonly read: (actor: Actor, request: RequestHead) => MaybePromise<ReadyAnswer>
  readonly variesBy: (actor: Actor) => string
  /** Its parameters, as in the cache key. */
  readonly parameters: string
  /** The site named in the URL. */
  readonly siteName: string | undefined
  /** The route pattern, for metrics. */
  readonly route: string
  /** The key of the last caller, which is the key of most callers. Building it takes longer than the lookup. */
  lastKey?: { readonly site: number; readonly variant: string; readonly key: string }
}

/** Parses and validates a URL of one route; undefined if it is for the router. */
export type Recognise = (
  params: Record<string, string | undefined>,
  query: Record<string, unknown>,
) => KnownRequest | undefined

export interface KnownRequestsOptions {
  readonly cached: (key: string) => CachedAnswer | undefined
  readonly authenticator: Authenticator
  /** More header names for `Vary`. */
  readonly vary: string | undefined
  readonly onAnswered: (method: string, route: string, status: number, seconds: number) => void
}

const MAX_KNOWN = 5_000
const MAX_URL_LENGTH = 300
/** Requests with one of these headers go through the router. */
const NOT_PLAIN = ['origin', 'content-length', 'transfer-encoding', 'upgrade', 'expect', 'range'] as const

/** Why a request could not be answered here. The router reports it and does not read a second time. */
const failures = new WeakMap<IncomingMessage, unknown>()

export function throwFailure(request: IncomingMessage): void {
  if (failures.has(request)) throw failures.get(request)
}

export type KnownRequests = ReturnType<typeof createKnownRequests>

/**
 * Answers requests for what can be cached before Fastify sees them: its request and reply objects, hooks and validation
 * would be half of the time of a cached response, and a fifth of one that is read. The caller, the rate limit, access
 * and freshness are checked by the same functions as in the router, which gets all other requests, and those that fail.
 */
export function createKnownRequests() {
  /** What was answered before, by URL. */
  const known = new Map<string, KnownRequest>()
  const oldest = oldestFirst(known)
  const router = findMyWay<HTTPVersion.V1>({
    ignoreTrailingSlash: true,
    maxParamLength: MAX_PARAMETER_LENGTH,
  })
  let options: KnownRequestsOptions | undefined
  /** Names and values in turn: building an object per request would take longer than everything else here. */
  let fixedHeaders: (string | number)[] = []

  function answerKnown(
    { cached, authenticator, onAnswered }: KnownRequestsOptions,
    request: IncomingMessage,
    response: ServerResponse,
    found: KnownRequest,
  ): MaybePromise<boolean> {
    const begun = performance.now()
    const requestId = requestIdOf(request)
    const identified = authenticateHead(authenticator, request, requestId, found.siteName, found.endpoint)
    return andThen(identified, ({ actor, address }) =>
      andThen(authenticator.count(actor, address), (decision) => {
        const giveUp = () => {
          if (decision) noteCounted(request, decision)
          return false
        }
        if (decision && !decision.allowed) return giveUp()
        const send = (ready: ReadyAnswer) => {
          const headers = fixedHeaders.slice()
          headers.push('x-request-id', requestId, 'etag', ready.etag)
          headers.push('cache-control', cacheControlOf(actor, found.endpoint))
          if (decision) addHeaders(headers, rateLimitHeaders(decision))
          return andThen(sendReady(request, response, ready, headers), (status) => {
            onAnswered('GET', found.route, status, (performance.now() - begun) / 1000)
            return true
          })
        }
        const ready = cached(keyFor(actor, found))
        if (ready && !('json' in ready)) return send(ready)
        const read = found.read(actor, request)
        if (!(read instanceof Promise)) return send(read)
        return read.then(
          (answer) => {
            remember(request.url ?? '', found)
            return send(answer)
          },
          (error) => {
            known.delete(request.url ?? '')
            oldest.release()
            failures.set(request, error)
            return giveUp()
          },
        )
      }),
    )
  }

  function recognised(url: string): KnownRequest | undefined {
    if (!isApi(url) || !isReadable(url)) return undefined
    const found = router.find('GET', unversioned(url))
    return (found?.store as Recognise | undefined)?.(found?.params ?? {}, found?.searchParams ?? {})
  }

  function remember(url: string, request: KnownRequest): void {
    if (url.length > MAX_URL_LENGTH || known.has(url)) return
    if (known.size >= MAX_KNOWN) known.delete(oldest.take() ?? '')
    known.set(url, request)
  }

  return {
    use(given: KnownRequestsOptions): void {
      options = given
      const { 'x-request-id': _, ...others } = headersOfAll('')
      fixedHeaders = []
      addHeaders(fixedHeaders, { ...others, ...headersOfApi(given.vary) })
    },
    /** From now on every request goes through the router. */
    stop(): void {
      options = undefined
    },
    /** Without `recognise` the router answers, also where a path with parameters would match. */
    add(path: string, recognise?: Recognise): void {
      router.on('GET', path, () => {}, recognise)
    },
    /** Answers the request, or passes it to the router. */
    answer(request: IncomingMessage, response: ServerResponse, ordinary: () => void): void {
      const attempt = () => {
        if (request.method !== 'GET' || !options || !isPlain(request)) return false
        const { url = '' } = request
        const found = known.get(url) ?? recognised(url)
        return found && answerKnown(options, request, response, found)
      }
      const orOrdinary = (done: boolean | undefined) => {
        if (!done) ordinary()
      }
      let answered: MaybePromise<boolean | undefined> = false
      try {
        answered = attempt()
      } catch {
        // The router finds and reports the same error.
      }
      if (answered instanceof Promise) answered.then(orOrdinary, ordinary)
      else orOrdinary(answered)
    },
  }
}

function keyFor(actor: Actor, found: KnownRequest): string {
  const { siteId: site } = actor
  const variant = found.variesBy(actor)
  const { lastKey } = found
  if (lastKey?.site === site && lastKey.variant === variant) return lastKey.key
  const key = keyOfAnswer(actor, variant, found.endpoint, found.parameters)
  found.lastKey = { site, variant, key }
  return key
}

function addHeaders(list: (string | number)[], headers: Record<string, string | number>): void {
  for (const name in headers) list.push(name, headers[name] ?? '')
}

function isPlain(request: IncomingMessage): boolean {
  const { headers } = request
  return headers.host !== undefined && !isBadHost(request) && NOT_PLAIN.every((name) => !(name in headers))
}

function sendReady(
  { headers: asked }: IncomingMessage,
  response: ServerResponse,
  ready: ReadyAnswer,
  headers: (string | number)[],
): MaybePromise<number> {
  if (!matchesNone(asked['if-none-match'], ready.etag)) {
    response.writeHead(304, headers as string[])
    atEndOfTurn(() => response.end())
    return 304
  }
  const send = (bytes: Buffer, encoding?: string) => {
    headers.push('content-type', JSON_TYPE, 'content-length', bytes.length)
    if (encoding) headers.push('content-encoding', encoding)
    response.writeHead(ready.status, headers as string[])
    atEndOfTurn(() => response.end(bytes))
    return ready.status
  }
  const encoding =
    ready.bytes.length > MIN_BYTES_TO_COMPRESS ? preferredEncoding(asked['accept-encoding']) : undefined
  if (!encoding) return send(withCurrentSecond(ready))
  return compressed(ready, encoding).then((bytes) => send(bytes, encoding))
}
