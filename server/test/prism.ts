import { appendFileSync } from 'node:fs'
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as requestOver,
  type Server,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { expect } from 'vitest'
import { createPathFinder, pathOf } from '../platform/openapi/operations-by-url.ts'
import type { OpenApiDocument } from '../platform/openapi/shape.ts'

/**
 * With `TEST_PRISM_PORT` the requests of the tests travel over sockets: client → Prism → relay → service. Prism compares
 * each response with the OpenAPI document and reports in the header `sl-violations`. `tools/openapi/suite.mjs` starts it.
 *
 * Prism is no transparent proxy: it turns files into text, follows redirects and rejects JSON that it cannot parse. So
 * the relay sends the request as the test wrote it, and the test gets the response as the service sent it.
 */
const prismPort = Number(process.env.TEST_PRISM_PORT ?? 0)
const logFile = process.env.TEST_PRISM_LOG

export interface RawAnswer {
  readonly statusCode: number
  readonly headers: IncomingHttpHeaders
  readonly payload: string
}

interface SocketRequest {
  readonly method: string
  readonly path: string
  readonly headers: OutgoingHttpHeaders
  readonly payload?: string | Buffer
}

type Sender = (request: InjectOptions) => Promise<RawAnswer | undefined>

/** Sends requests for documented operations through Prism; undefined for all others, which Prism does not know. */
export async function startSendingThroughPrism(
  app: FastifyInstance,
  document: OpenApiDocument,
): Promise<Sender | undefined> {
  if (prismPort === 0) return undefined
  const findPath = createPathFinder(document)
  // The app's own server stays free for tests that let it listen themselves.
  const entrance = await listen(
    createServer((request, response) => app.server.emit('request', request, response)),
  )
  entrance.unref()
  relay ??= await startRelay()
  const { expectRequest, port: relayPort } = relay

  return async (request) => {
    const sent = asSent(request)
    const operation = Object.entries(findPath(sent.path) ?? {}).find(
      ([method]) => method === sent.method.toLowerCase(),
    )?.[1].operationId
    if (operation === undefined) return undefined
    const { id, answer, forget } = expectRequest(portOf(entrance), sent)
    try {
      const seen = await overSocket(prismPort, {
        ...asForPrism(sent),
        headers: { ...asForPrism(sent).headers, 'x-relay-port': relayPort, 'x-relay-request': id },
      })
      const violations = violationsOf(seen)
      const original = answer()
      log({ operation, status: original?.statusCode ?? 0, violations, file: expect.getState().testPath })
      if (!original)
        throw new Error(`Prism did not send on ${sent.method} ${sent.path}: ${seen.statusCode} ${seen.body}`)
      if (violations.length > 0)
        throw new Error(
          `Prism: ${sent.method} ${sent.path}: ${original.statusCode}\n${violations.join('\n')}\n${original.body.toString().slice(0, 2000)}`,
        )
      return {
        statusCode: original.statusCode,
        headers: original.headers,
        payload: original.body.toString(),
      }
    } finally {
      forget()
    }
  }
}

/** As light-my-request sends it. */
function asSent({ method = 'GET', url, headers = {}, payload }: InjectOptions): SocketRequest {
  const { pathname, search } = new URL(String(url), 'http://localhost')
  const body = payload as string | Buffer | undefined
  return {
    method,
    path: pathname + search,
    headers: {
      host: 'localhost:80',
      'user-agent': 'lightMyRequest',
      ...headers,
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
    },
    ...(body !== undefined && { payload: body }),
  }
}

/** Prism fails on large and on deep JSON. */
const MAX_BODY_LENGTH = 10_000

/** Prism knows the paths of the document only, and fails on bodies that it cannot parse. */
function asForPrism({ method, path, headers, payload }: SocketRequest): SocketRequest {
  const { 'content-length': _, ...others } = headers
  const search = path.includes('?') ? path.slice(path.indexOf('?')) : ''
  const sent = { method, path: pathOf(path) + search, headers: others }
  return method !== 'GET' &&
    typeof payload === 'string' &&
    payload.length <= MAX_BODY_LENGTH &&
    isJson(payload)
    ? { ...sent, headers, payload }
    : sent
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Only those of the response: that a test sends an invalid request is its business. */
function violationsOf({ headers }: SocketAnswer): string[] {
  const header = headers['sl-violations']
  if (header === undefined) return []
  if (String(header).startsWith('Too many')) return [String(header)]
  const all = JSON.parse(String(header)) as Array<{ location: string[]; severity: string; message: string }>
  return all
    .filter(({ location }) => location[0] === 'response')
    .map(({ location, severity, message }) => `${severity} at ${location.join('.')}: ${message}`)
}

function log(entry: object): void {
  if (logFile !== undefined) appendFileSync(logFile, `${JSON.stringify(entry)}\n`)
}

interface SocketAnswer {
  readonly statusCode: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** Prism closes idle connections, so each request to it has its own. */
const agentOfPrism = new Agent({ keepAlive: false, maxSockets: 200 })
const agent = new Agent({ keepAlive: true })

function overSocket(port: number, { method, path, headers, payload }: SocketRequest): Promise<SocketAnswer> {
  return new Promise((resolve, reject) => {
    const to = { host: '127.0.0.1', port, agent: port === prismPort ? agentOfPrism : agent }
    const request = requestOver({ ...to, method, path, headers }, (response) => {
      bodyOf(response).then(
        (body) => resolve({ statusCode: response.statusCode ?? 0, headers: response.headers, body }),
        reject,
      )
    })
    request.once('error', reject)
    request.end(payload)
  })
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

type Relay = Awaited<ReturnType<typeof startRelay>>

/** One for all services of a process. */
let relay: Relay | undefined

async function startRelay() {
  interface Expected {
    readonly port: number
    readonly request: SocketRequest
    answer?: SocketAnswer
  }
  const expected = new Map<string, Expected>()
  let count = 0
  const server = createServer(async (forwarded, response) => {
    const waiting = expected.get(String(forwarded.headers['x-relay-request']))
    if (!waiting) return void response.writeHead(500).end('nobody waits for this response')
    try {
      waiting.answer = await overSocket(waiting.port, waiting.request)
      const { statusCode, headers, body } = waiting.answer
      response.writeHead(statusCode, asPrismReads(statusCode, headers)).end(body)
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  await listen(server)
  server.unref()
  return {
    port: portOf(server),
    expectRequest(port: number, request: SocketRequest) {
      count += 1
      const id = String(count)
      const waiting: Expected = { port, request }
      expected.set(id, waiting)
      return { id, answer: () => waiting.answer, forget: () => void expected.delete(id) }
    },
  }
}

/** Prism would follow a redirect, also to another host. */
function asPrismReads(status: number, headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...others } = headers
  if (status < 300 || status > 399) return others
  const { location: ____, ...rest } = others
  return rest
}

/** Idle connections stay open: one that is closed while it is used again would fail a test by chance. */
async function listen(server: Server): Promise<Server> {
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}
