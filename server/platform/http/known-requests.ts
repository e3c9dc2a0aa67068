import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Endpoint } from '@inkstone/contract/endpoint.ts'
import type { Actor } from '../core/actor.ts'
import { andThen, type MaybePromise } from '../core/maybe-promise.ts'
import { type Authenticator, authenticateHead, noteCounted, rateLimitHeaders } from './authenticate.ts'
import { cacheControlOf } from './cache-control.ts'
import {
  type CachedAnswer,
  compressed,
  keyOfAnswer,
  type ReadyAnswer,
  withCurrentSecond,
} from './cached-answer.ts'
import { MIN_BYTES_TO_COMPRESS, preferredEncoding } from './compression.ts'
import { matchesNone } from './etag.ts'
import { headersOfAll, headersOfApi, isBadHost, JSON_TYPE } from './headers.ts'
import { requestIdOf } from './request-id.ts'

/** The parsed form of a URL that was answered from the cache before. */
export interface KnownRequest {
  readonly endpoint: Endpoint
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

export interface KnownRequestsOptions {
  readonly cached: (key: string) => CachedAnswer | undefined
  readonly authenticator: Authenticator
  /** More header names for `Vary`. */
  readonly vary: string | undefined
  readonly onAnswered: (method: string, route: string, status: number, seconds: number) => void
}

const MAX_KNOWN = 10_000
const MAX_URL_LENGTH = 300
/** Requests with one of these headers go through the router. */
const NOT_PLAIN = ['origin', 'content-length', 'transfer-encoding', 'upgrade', 'expect', 'range'] as const

export type KnownRequests = ReturnType<typeof createKnownRequests>

/**
 * Sends cached responses before Fastify sees the request. Routing, validating the same URL again and Fastify's request
 * and reply objects would be half of their time. The caller, the rate limit, access and freshness are checked by the
 * same functions as in the router, which gets all other requests.
 */
export function createKnownRequests() {
  const known = new Map<string, KnownRequest>()
  let options: KnownRequestsOptions | undefined
  /** Names and values in turn: building an object per request would take longer than everything else here. */
  let fixedHeaders: (string | number)[] = []

  function answerFromCache(
    { cached, authenticator, onAnswered }: KnownRequestsOptions,
    request: IncomingMessage,
    response: ServerResponse,
    found: KnownRequest,
  ): MaybePromise<boolean> {
    const begun = performance.now()
    const requestId = requestIdOf(request)
    const identified = authenticateHead(authenticator, request, requestId, found.siteName, found.endpoint)
    return andThen(identified, ({ actor, address }) => {
      const ready = cached(keyFor(actor, found))
      if (!ready || 'json' in ready) return false
      return andThen(authenticator.count(actor, address), (decision) => {
        if (decision && !decision.allowed) {
          noteCounted(request, decision)
          return false
        }
        const headers = fixedHeaders.slice()
        headers.push('x-request-id', requestId, 'etag', ready.etag)
        headers.push('cache-control', cacheControlOf(actor, found.endpoint))
        if (decision) addHeaders(headers, rateLimitHeaders(decision))
        return andThen(sendReady(request, response, ready, headers), (status) => {
          onAnswered('GET', found.route, status, (performance.now() - begun) / 1000)
          return true
        })
      })
    })
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
    remember(url: string, request: KnownRequest): void {
      if (url.length > MAX_URL_LENGTH || known.has(url)) return
      if (known.size >= MAX_KNOWN) known.delete(known.keys().next().value ?? '')
      known.set(url, request)
    },
    /** Answers from the cache, or passes the request to the router. */
    answer(request: IncomingMessage, response: ServerResponse, ordinary: () => void): void {
      const found = request.method === 'GET' ? known.get(request.url ?? '') : undefined
      const attempt = () =>
        found && options && isPlain(request) && answerFromCache(options, request, response, found)
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
    response.writeHead(304, headers as string[]).end()
    return 304
  }
  const send = (bytes: Buffer, encoding?: string) => {
    headers.push('content-type', JSON_TYPE, 'content-length', bytes.length)
    if (encoding) headers.push('content-encoding', encoding)
    response.writeHead(ready.status, headers as string[]).end(bytes)
    return ready.status
  }
  const encoding =
    ready.bytes.length > MIN_BYTES_TO_COMPRESS ? preferredEncoding(asked['accept-encoding']) : undefined
  if (!encoding) return send(withCurrentSecond(ready))
  return compressed(ready, encoding).then((bytes) => send(bytes, encoding))
}
