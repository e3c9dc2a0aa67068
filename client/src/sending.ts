import { errorFrom, InkstoneError, unreachable } from './errors.ts'
import { type OnProgress, sendWithProgress } from './uploads.ts'

export interface CallOptions {
  readonly ifMatch?: string | undefined
  readonly idempotencyKey?: string | undefined
  readonly signal?: AbortSignal
  /** The position in the feed of changes up to which the read must be current: part of the URL, for shared caches. */
  readonly cursor?: string | undefined
  /** The progress of an upload. */
  readonly onProgress?: OnProgress
}

export interface SenderOptions {
  /** Scheme and host; empty for those of the page. */
  readonly origin: string
  readonly fetch?: typeof fetch
  /** How often a request is retried after 429, 503 or no response. */
  readonly retries: number
  readonly longestWaitMs: number
}

/** The headers for authentication, site and language. */
export interface Caller {
  readonly token?: string | undefined
  readonly site?: number | string | undefined
  readonly language?: string | undefined
}

export interface Sent {
  readonly method: string
  readonly address: string
  readonly body?: string | FormData | undefined
  readonly caller: Caller
  /** The idempotency key: a retry must not create twice. */
  readonly creates?: boolean
}

/** Returns what was read from the response, or throws an `InkstoneError`. A response that breaks off is a lost one. */
export type Send = <Read>(
  sent: Sent,
  read: (response: Response) => Promise<Read>,
  given?: CallOptions,
) => Promise<Read>

const FIRST_WAIT_MS = 500

/** Sends requests to the service, for both the client and the console. */
export function createSender({ origin, fetch: given, retries, longestWaitMs }: SenderOptions): Send {
  const plain = given ?? globalThis.fetch.bind(globalThis)

  return (sent, read, options = {}) => {
    const { method, address, body } = sent
    const { signal, onProgress } = options
    const headers = headersFor(sent, options)
    const request: RequestInit = { method, headers, signal: signal ?? null, body: body ?? null }
    const attempt = () =>
      onProgress && body instanceof FormData
        ? sendWithProgress(origin + address, request, body, onProgress, plain)
        : plain(origin + address, request)
    return sendPatiently(attempt, read, signal, method === 'GET' || headers.has('idempotency-key'))
  }

  /**
   * A rejected request was not executed, so it can be retried. A request without a response is retried only if it is
   * idempotent.
   */
  async function sendPatiently<Read>(
    attempt: () => Promise<Response>,
    read: (response: Response) => Promise<Read>,
    signal: AbortSignal | undefined,
    repeatable: boolean,
  ): Promise<Read> {
    for (let turn = 0; ; turn += 1) {
      const outcome = await attempt()
        .then(async (response) =>
          response.ok
            ? { answer: await read(response) }
            : errorFrom(response.status, response.headers.get('retry-after'), await response.text()),
        )
        .catch((error: unknown) => unreachable(error))
      if (!(outcome instanceof InkstoneError)) return outcome.answer
      signal?.throwIfAborted()
      const { status, retryAfterMs = FIRST_WAIT_MS * 2 ** turn } = outcome
      const passing = status === 429 || status === 503 || (status === 0 && repeatable)
      if (!passing || turn >= retries || retryAfterMs > longestWaitMs) throw outcome
      await pause(retryAfterMs, signal)
    }
  }
}

function headersFor({ body, caller, creates }: Sent, { ifMatch, idempotencyKey }: CallOptions): Headers {
  const { token, site, language } = caller
  const headers = new Headers()
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  if (site !== undefined) headers.set('x-site', String(site))
  if (language !== undefined) headers.set('accept-language', language)
  if (ifMatch !== undefined) headers.set('if-match', ifMatch)
  const key = idempotencyKey ?? (creates ? globalThis.crypto.randomUUID() : undefined)
  if (key !== undefined) headers.set('idempotency-key', key)
  if (typeof body === 'string') headers.set('content-type', 'application/json')
  return headers
}

/** A path with its parameters, and a query without undefined and null values. */
export function addressOf(
  path: string,
  params: Readonly<Record<string, unknown>>,
  query: Readonly<Record<string, unknown>>,
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(params[name] ?? '')
    // URL parsers would resolve these as relative segments.
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`${name} is needed.`)
    return encodeURIComponent(value)
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) search.set(name, String(value))
  return search.size > 0 ? `${filled}?${search}` : filled
}

export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
