import type { FastifyInstance, InjectOptions } from 'fastify'
import inject, { type DispatchFunc } from 'light-my-request'
import type { RawAnswer } from './prism.ts'

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
  readonly text: string
  /** The envelope. */
  readonly body: Envelope
  // biome-ignore lint/suspicious/noExplicitAny: tests check the content themselves.
  readonly data: any
  readonly errors: Readonly<Record<string, string[]>>
}

interface Envelope {
  readonly code: number
  /** The name of the problem, if any. */
  readonly error?: string
  readonly message: string
  readonly data?: unknown
  readonly errors?: Record<string, string[]>
  readonly timestamp: number
}

export interface Credentials {
  readonly token?: string
  readonly siteId?: number
}

type Headers = Record<string, string>

/** A client of the API. Every response is compared with the OpenAPI document. */
export type Client = ReturnType<typeof createClient>

export function createClient(
  app: FastifyInstance,
  check: (request: InjectOptions, answer: Answer) => void,
  { token, siteId }: Credentials,
  throughPrism?: (request: InjectOptions) => Promise<RawAnswer | undefined>,
) {
  // Requests go to the server itself, as from a socket, so that the fast path before the router is tested too.
  const toServer: DispatchFunc = (request, response) => void app.server.emit('request', request, response)

  async function send(
    method: NonNullable<InjectOptions['method']>,
    url: string,
    payload?: unknown,
    headers: Headers = {},
  ): Promise<Answer> {
    const request: InjectOptions = {
      method,
      url,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(siteId !== undefined && { 'x-site': String(siteId) }),
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(payload !== undefined && {
        payload: typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload),
      }),
    }
    const {
      statusCode,
      headers: received,
      payload: text,
    } = (await throughPrism?.(request)) ?? (await inject(toServer, request))
    const isJson = String(received['content-type'] ?? '').startsWith('application/json')
    const body = (isJson && text !== '' ? JSON.parse(text) : {}) as Envelope
    const answer: Answer = {
      status: statusCode,
      headers: received,
      text,
      body,
      data: body.data,
      errors: body.errors ?? {},
    }
    check(request, answer)
    return answer
  }
  return {
    send,
    get: (url: string, headers?: Headers) => send('GET', url, undefined, headers),
    post: (url: string, payload?: unknown, headers?: Headers) => send('POST', url, payload, headers),
    put: (url: string, payload?: unknown, headers?: Headers) => send('PUT', url, payload, headers),
    patch: (url: string, payload?: unknown, headers?: Headers) => send('PATCH', url, payload, headers),
    delete: (url: string, payload?: unknown, headers?: Headers) => send('DELETE', url, payload, headers),
  }
}
