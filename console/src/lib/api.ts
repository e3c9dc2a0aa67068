import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '@inkstone/contract/endpoint.ts'
import { currentToken, sessionEnded } from './session.ts'
import { currentSite } from './site.ts'
import { currentLanguage } from './words.tsx'

/** What is sent: the contract's types are those that the server has after reading, where a moment is a number. */
type Sent<Value> = Value extends number
  ? Value | string
  : Value extends readonly (infer Item)[]
    ? readonly Sent<Item>[]
    : Value extends object
      ? {
          readonly [Key in keyof Value]: Sent<Value[Key]> | (undefined extends Value[Key] ? undefined : never)
        }
      : Value

type Loose<Value> = { readonly [Key in keyof Value]?: Sent<Value[Key]> | undefined }

export interface Input<E extends Endpoint> {
  readonly params?: Loose<ParamsOf<E>>
  readonly query?: Loose<QueryOf<E>>
  readonly body?: BodyOf<E> extends object ? Loose<BodyOf<E>> | FormData : undefined
  /** The version that the change was made from. */
  readonly ifMatch?: string | undefined
  /** The same key sent twice creates one thing, even if the first answer was lost. */
  readonly idempotencyKey?: string | undefined
}

/** What went wrong, in words for a person; `fields` says it of each field. Status 0: no answer came. */
export class ApiError extends Error {
  override name = 'ApiError'
  constructor(
    readonly status: number,
    readonly code: number,
    message: string,
    readonly fields: Readonly<Record<string, readonly string[]>> = {},
    /** How long the server asks to wait. */
    readonly retryAfterMs: number = 0,
    /** The name of the problem, as the contract lists them; empty where no answer came. */
    readonly problem: string = '',
  ) {
    super(message)
  }
}

export interface Answered<Data> {
  readonly data: Data
  readonly etag: string | undefined
}

export async function call<E extends Endpoint>(endpoint: E, input: Input<E> = {}): Promise<AnswerOf<E>> {
  return (await callWithTag(endpoint, input)).data
}

/** The same with the version of what was read. */
export async function callWithTag<E extends Endpoint>(
  endpoint: E,
  input: Input<E> = {},
): Promise<Answered<AnswerOf<E>>> {
  const token = currentToken()
  const response = await send(endpoint, input)
  const envelope = await response.json().catch(() => ({}))
  if (!response.ok) throw failureFrom(response, envelope, token)
  return { data: envelope.data as AnswerOf<E>, etag: response.headers.get('etag') ?? undefined }
}

/** A file that the server makes, handed to the browser under the name that it gives. */
export async function download<E extends Endpoint>(endpoint: E, input: Input<E> = {}): Promise<void> {
  const token = currentToken()
  const response = await send(endpoint, input)
  if (!response.ok) throw failureFrom(response, await response.json().catch(() => ({})), token)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = nameOf(response.headers.get('content-disposition') ?? '')
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

async function send<E extends Endpoint>(
  endpoint: E,
  { params, query, body, ifMatch, idempotencyKey }: Input<E>,
): Promise<Response> {
  const headers = headersFor(endpoint)
  if (ifMatch !== undefined) headers.set('if-match', ifMatch)
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey)
  if (body !== undefined && !(body instanceof FormData)) headers.set('content-type', 'application/json')
  const request: RequestInit = { method: endpoint.method, headers }
  if (body !== undefined) request.body = body instanceof FormData ? body : JSON.stringify(body)
  try {
    return await fetch(addressOf(endpoint.path, params, query), request)
  } catch {
    throw unreachable()
  }
}

/** Who asks, for which site, in which language. */
export function headersFor(endpoint: Endpoint): Headers {
  const headers = new Headers({ 'accept-language': currentLanguage() })
  const token = currentToken()
  if (token !== undefined && !endpoint.ignoresToken) headers.set('authorization', `Bearer ${token}`)
  const site = currentSite()
  // Who signs in may have last worked on a site that is gone.
  if (site !== undefined && !endpoint.ignoresToken) headers.set('x-site', String(site))
  return headers
}

export function unreachable(): ApiError {
  const message =
    currentLanguage() === 'zh'
      ? '无法连接服务器，请检查网络后重试。'
      : 'The server cannot be reached. Check the connection and try again.'
  return new ApiError(0, 0, message)
}

function addressOf(path: string, params: object = {}, query: object = {}): string {
  let address = path
  for (const [name, value] of Object.entries(params))
    address = address.replace(`{${name}}`, encodeURIComponent(String(value)))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  return search.size > 0 ? `${address}?${search}` : address
}

export interface Envelope {
  readonly code?: number
  readonly message?: string
  readonly error?: string
  readonly errors?: Readonly<Record<string, readonly string[]>>
}

const NOT_SIGNED_IN = new Set([401, 10_001, 10_002])

export function failureFrom(
  response: Pick<Response, 'status' | 'statusText' | 'headers'>,
  { code = response.status, message, error = '', errors }: Envelope,
  token: string | undefined,
): ApiError {
  // A late answer to a request of an earlier session says nothing about the present one.
  if (response.status === 401 && NOT_SIGNED_IN.has(code) && token === currentToken()) sessionEnded()
  const text = message ?? `${response.status} ${response.statusText}`
  const retryAfterMs = (Number(response.headers.get('retry-after')) || 0) * 1000
  return new ApiError(response.status, code, text, errors, retryAfterMs, error)
}

function nameOf(disposition: string): string {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? []
  if (encoded !== undefined) return decodeURIComponent(encoded)
  return /filename="([^"]*)"/.exec(disposition)?.[1] ?? 'download'
}
