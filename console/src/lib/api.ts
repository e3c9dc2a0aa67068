import { InkstoneError } from '@inkstone/client/src/errors.ts'
import { addressOf, type CallOptions, createSender } from '@inkstone/client/src/sending.ts'
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '@inkstone/contract/endpoint.ts'
import { ApiError } from './api-error.ts'
import { currentToken, sessionEnded } from './session.ts'
import { currentSite } from './site.ts'
import { currentLanguage } from './words.tsx'

/** The type of a request: in the contract's types, which are those after parsing, a time is a number. */
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
  /** The version that the change is based on. */
  readonly ifMatch?: string | undefined
  /** The same key sent twice creates one thing, even if the first answer was lost. */
  readonly idempotencyKey?: string | undefined
  /** Without token and site: an ended session must not hide how to sign in. */
  readonly anonymous?: true
}

export interface Answered<Data> {
  readonly data: Data
  readonly etag: string | undefined
}

export async function call<E extends Endpoint>(endpoint: E, input: Input<E> = {}): Promise<AnswerOf<E>> {
  return (await callWithTag(endpoint, input)).data
}

/** The same, with the ETag. */
export async function callWithTag<E extends Endpoint>(
  endpoint: E,
  input: Input<E> = {},
): Promise<Answered<AnswerOf<E>>> {
  return send(endpoint, input, async (response) => ({
    data: await dataOf<E>(response),
    etag: response.headers.get('etag') ?? undefined,
  }))
}

/** Sends one file as `file`, with progress. */
export async function sendFile<E extends Endpoint>(
  endpoint: E,
  file: File,
  onProgress: (part: number) => void,
): Promise<AnswerOf<E>> {
  const body = new FormData()
  body.append('file', file, file.name)
  const input = { body } as Input<E>
  return send(endpoint, input, dataOf<E>, {
    onProgress: (sent, total) => onProgress(total > 0 ? sent / total : 0),
  })
}

async function dataOf<E extends Endpoint>(response: Response): Promise<AnswerOf<E>> {
  return (await response.json()).data
}

/** Downloads a file under the name that the server gives. */
export async function download<E extends Endpoint>(endpoint: E, input: Input<E> = {}): Promise<void> {
  const { file, name } = await send(endpoint, input, async (response) => ({
    file: await response.blob(),
    name: nameOf(response.headers.get('content-disposition') ?? ''),
  }))
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** No retries here: screens show the error, and autosave has its own rules. */
const sender = createSender({ origin: '', retries: 0, longestWaitMs: 0 })

async function send<E extends Endpoint, Read>(
  endpoint: E,
  { params = {}, query = {}, body, ifMatch, idempotencyKey, anonymous }: Input<E>,
  read: (response: Response) => Promise<Read>,
  options: CallOptions = {},
): Promise<Read> {
  const parameters = Object.entries(query).filter(([, value]) => value !== '')
  const sent = {
    method: endpoint.method,
    address: addressOf(endpoint.path, params, Object.fromEntries(parameters)),
    body: bodyOf(body),
    caller: callerOf(anonymous ?? endpoint.ignoresToken),
  }
  const token = currentToken()
  try {
    return await sender(sent, read, { ifMatch, idempotencyKey, ...options })
  } catch (error) {
    throw error instanceof InkstoneError ? failureFrom(error, token) : error
  }
}

function bodyOf(body: object | undefined): string | FormData | undefined {
  return body === undefined || body instanceof FormData ? body : JSON.stringify(body)
}

/** At sign-in the stored site may no longer exist. */
function callerOf(isAnonymous: boolean | undefined) {
  const language = currentLanguage()
  return isAnonymous ? { language } : { language, token: currentToken(), site: currentSite() }
}

export function unreachable(): ApiError {
  const message =
    currentLanguage() === 'zh'
      ? '无法连接服务器，请检查网络后重试。'
      : 'The server cannot be reached. Check the connection and try again.'
  return new ApiError(0, { code: 0, message })
}

const NOT_SIGNED_IN = new Set([401, 10_001, 10_002])

function failureFrom(error: InkstoneError, token: string | undefined): ApiError {
  const { status, code, message, errors: fields, retryAfterMs, name: problem } = error
  if (status === 0) return unreachable()
  // A late response to an earlier session says nothing about the current one.
  if (status === 401 && NOT_SIGNED_IN.has(code) && token === currentToken()) sessionEnded()
  return new ApiError(status, { code, message, fields, retryAfterMs, problem })
}

function nameOf(disposition: string): string {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? []
  if (encoded !== undefined) return decodeURIComponent(encoded)
  return /filename="([^"]*)"/.exec(disposition)?.[1] ?? 'download'
}
