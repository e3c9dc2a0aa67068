import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { addLimits, bearerOf, countOnce, type DoorKeeping, mayEnter, single, visitorOf } from './door.ts'
import { matchesNone } from './etag.ts'
import { headersOfAll, headersOfApi, JSON_TYPE } from './headers.ts'
import { isApi, unversioned } from './paths.ts'
import { type AnswerMemory, answerKey, isPlain, type KeptAnswer, withPresentSecond } from './remembering.ts'
import { requestIdOf } from './request-id.ts'

export interface Lane<Tables> {
  readonly keeping: DoorKeeping
  readonly memory: AnswerMemory<Tables>
  /** What answers vary by beyond what all of them do. */
  readonly variesBy: string | undefined
  readonly onAnswered: (path: string, status: number, seconds: number) => void
}

type Usual = (request: IncomingMessage, response: ServerResponse) => void

/**
 * The way around the router for answers that are remembered: the same door, the same headers, and nothing in between.
 * Whatever is not entirely plain goes the usual way.
 */
export function mountLane<Tables>(app: FastifyInstance, lane: Lane<Tables>): void {
  const [usual] = app.server.listeners('request') as Usual[]
  if (!usual) throw new Error('the server does not listen for requests')
  const answerAtOnce = createLane(lane)
  app.server.removeListener('request', usual)
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!isCandidate(request)) usual(request, response)
    else
      answerAtOnce(request, response).then(
        (answered) => answered || usual(request, response),
        // Whatever it was will come up again, where it is told and logged.
        () => usual(request, response),
      )
  })
}

const UNUSUAL = ['origin', 'expect', 'upgrade', 'content-length', 'transfer-encoding'] as const

function isCandidate({ method, url = '', headers, httpVersionMinor }: IncomingMessage): boolean {
  if (method !== 'GET' || httpVersionMinor !== 1 || headers.host === undefined) return false
  if (!isApi(url) || !isPlain(url)) return false
  for (const name of UNUSUAL) if (headers[name] !== undefined) return false
  return true
}

/** Gives a function that answers what it can, and says whether it did. */
function createLane<Tables>({ keeping, memory, variesBy, onAnswered }: Lane<Tables>) {
  const { 'x-request-id': _, ...ofAll } = headersOfAll('', '/api')
  const sameForAll = Object.entries({ ...ofAll, ...headersOfApi(variesBy) }).flat()

  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const begun = performance.now()
    const url = unversioned(request.url ?? '')
    const requestId = requestIdOf(request)
    const token = bearerOf(request.headers.authorization)
    const visitor = visitorOf(keeping, request, requestId, token, single(request.headers['x-site']))
    const stamps = await keeping.look()
    const { actor, problem } = await keeping.identify(visitor, stamps)
    if (problem || !actor) return false
    const known = memory.recall(answerKey(actor, url), stamps)
    if (!known || !mayEnter(actor, known.endpoint.access)) return false
    const decision = await countOnce(keeping, request, actor, visitor.address)
    if (decision && !decision.allowed) return false
    if (response.destroyed) return true
    // A flat list of names and values is what Node writes with the least ado.
    const headers: Array<string | number> = ['x-request-id', requestId, ...sameForAll]
    if (decision) addLimits(headers, decision)
    const status = tell(request, response, known, headers)
    onAnswered(known.path, status, (performance.now() - begun) / 1000)
    return true
  }
}

function tell(
  request: IncomingMessage,
  response: ServerResponse,
  { endpoint, etag, bytes }: KeptAnswer,
  headers: Array<string | number>,
): number {
  headers.push('etag', etag, 'cache-control', 'private, no-cache')
  if (!matchesNone(request.headers['if-none-match'], etag)) {
    response.writeHead(304, headers as string[]).end()
    return 304
  }
  const status = endpoint.status ?? 200
  headers.push('content-type', JSON_TYPE, 'content-length', bytes.length)
  response.writeHead(status, headers as string[]).end(withPresentSecond(bytes))
  return status
}
