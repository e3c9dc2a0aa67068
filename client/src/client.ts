import { InkstoneError } from './errors.ts'
import { addressOf, type CallOptions, createSender, pause } from './sending.ts'

export { InkstoneError } from './errors.ts'
export { verifyWebhook } from './webhooks.ts'

/**
 * Method, path, flags (c creates, f returns a file, m takes a form, t needs no token), and the names of its query
 * parameters.
 */
export type Operation = readonly [method: string, path: string, marks: string, query?: readonly string[]]

export interface ClientOptions {
  readonly url: string
  readonly token?: string
  readonly siteId?: number
  readonly language?: string
  /** Called with each new token: after a login or a refresh, and with undefined after a logout. */
  readonly onToken?: (token: string | undefined) => void
  readonly fetch?: typeof fetch
  /** How often a request is retried after 429, 503 or no response; default 3. */
  readonly retries?: number
  /** The maximum wait before a retry; default one minute. */
  readonly longestWaitMs?: number
}

type Input = Readonly<Record<string, unknown>>
type Call = (input?: Input, options?: CallOptions) => Promise<unknown>

const DEFAULT_RETRIES = 3
const MAX_WAIT_MS = 60_000
const LONG_POLL_SECONDS = 20
const AWAY_WAIT_MS = 5_000
const AWAY = new Set([0, 429, 502, 503, 504])

const etags = new WeakMap<object, string>()

/** The ETag of a response, to be sent as `ifMatch`. */
export function etagOf(answer: object): string | undefined {
  return etags.get(answer)
}

export function connect(operations: Readonly<Record<string, Operation>>, options: ClientOptions) {
  const { url, siteId, language, onToken, retries = DEFAULT_RETRIES, longestWaitMs = MAX_WAIT_MS } = options
  const origin = url.replace(/\/+$/, '')
  const send = createSender({ ...options, origin, retries, longestWaitMs })
  let { token } = options
  let refreshAt = Number.POSITIVE_INFINITY
  let refreshing: Promise<unknown> | undefined

  function keepToken(given: string | undefined, expireSeconds = Number.POSITIVE_INFINITY): void {
    token = given
    refreshAt = Date.now() + expireSeconds * 750
    onToken?.(given)
  }

  /** The token is refreshed after three quarters of its lifetime. */
  async function freshToken(name: string): Promise<void> {
    if (token === undefined || name === 'refresh' || name === 'logout' || Date.now() < refreshAt) return
    refreshing ??= call('refresh').finally(() => {
      refreshing = undefined
    })
    await refreshing
  }

  async function call(name: string, input: Input = {}, given: CallOptions = {}): Promise<unknown> {
    const operation = operations[name]
    if (!operation) throw new TypeError(`There is no operation ${name}.`)
    const [method, , marks] = operation
    if (!marks.includes('t')) await freshToken(name)
    const { address, body } = requestOf(
      operation,
      method === 'GET' ? { ...input, cursor: given.cursor } : input,
    )
    const caller = { token: marks.includes('t') ? undefined : token, site: siteId, language }
    const sent = { method, address, body, caller, creates: marks.includes('c') }
    if (marks.includes('f')) return send(sent, (response) => response.blob(), given)
    const { data, etag } = await send(sent, dataWithTag, given)
    learnFrom(name, data)
    if (etag !== null && typeof data === 'object' && data !== null) etags.set(data, etag)
    return data
  }

  function learnFrom(name: string, data: unknown): void {
    if (name === 'logout') keepToken(undefined)
    if (name !== 'refresh' && !/login/i.test(name)) return
    const { token: given, expire } = (data ?? {}) as { token?: unknown; expire?: unknown }
    if (typeof given === 'string' && typeof expire === 'number') keepToken(given, expire)
  }

  async function* each(name: string, input: Input = {}, given: CallOptions = {}): AsyncGenerator<unknown> {
    for (let page = Number(input.page ?? 1); ; page += 1) {
      const { list, total, page_size } = (await call(
        name,
        { page_size: 100, ...input, page },
        given,
      )) as ListPage
      yield* list
      if (list.length === 0 || page * page_size >= total) return
    }
  }

  /**
   * Never ends: waits for new changes, and continues after the service was unavailable. To resume in another process,
   * pass the `cursor` of the last change as `after`.
   */
  async function* changes(input: Input = {}, given: CallOptions = {}): AsyncGenerator<unknown> {
    let after = input.after
    for (let answered = false; ; ) {
      const listInput = after === undefined ? input : { wait: LONG_POLL_SECONDS, ...input, after }
      const page = await call('listChanges', listInput, given).catch((error: unknown) => {
        // A failure before the first response means a wrong URL or token.
        if (!answered || !isAway(error)) throw error
      })
      if (page === undefined) await pause(Math.min(AWAY_WAIT_MS, longestWaitMs), given.signal)
      else {
        const { list, next } = page as { list: unknown[]; next: string }
        yield* list
        after = next
        answered = true
      }
    }
  }

  const calls = Object.fromEntries(
    Object.keys(operations).map((name): [string, Call] => [name, (input, given) => call(name, input, given)]),
  )
  return { ...calls, each, changes, token: () => token }
}

async function dataWithTag(response: Response): Promise<{ data?: unknown; etag: string | null }> {
  const { data } = (await response.json()) as { data?: unknown }
  return { data, etag: response.headers.get('etag') }
}

function isAway(error: unknown): boolean {
  return error instanceof InkstoneError && AWAY.has(error.status)
}

interface ListPage {
  readonly list: readonly unknown[]
  readonly total: number
  readonly page_size: number
}

/** Parameters, query and body share one object in the call. */
function requestOf([method, path, marks, query = []]: Operation, input: Input) {
  const named = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
  const isQuery = (name: string) => !named.has(name) && (method === 'GET' || query.includes(name))
  const given = Object.entries(input).filter(([, value]) => value !== undefined)
  const address = addressOf(path, input, Object.fromEntries(given.filter(([name]) => isQuery(name))))
  const rest = given.filter(([name]) => !named.has(name) && !isQuery(name))
  if (marks.includes('m')) return { address, body: formOf(rest) }
  return { address, body: rest.length > 0 ? JSON.stringify(Object.fromEntries(rest)) : undefined }
}

function formOf(fields: ReadonlyArray<readonly [string, unknown]>): FormData {
  const form = new FormData()
  for (const [name, value] of fields)
    for (const one of Array.isArray(value) ? value : [value])
      if (one instanceof Blob) form.append(name, one, 'name' in one ? String(one.name) : 'file')
      else form.append(name, String(one))
  return form
}
