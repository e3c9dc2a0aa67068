import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Stamps } from '../sql/stamps.ts'
import { addLimits, bearerOf, type DoorKeeping, handOn, mayEnter, type RateDecision, single } from './door.ts'
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
 * Whatever is not entirely plain goes the usual way. Nothing is waited for that is at hand: a promise for each step
 * costs more than the steps.
 */
export function mountLane<Tables>(app: FastifyInstance, lane: Lane<Tables>): void {
  const [usual] = app.server.listeners('request') as Usual[]
  if (!usual) throw new Error('the server does not listen for requests')
  const answersAtOnce = createLane(lane, usual)
  app.server.removeListener('request', usual)
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!isCandidate(request) || !answersAtOnce(request, response)) usual(request, response)
  })
}

const UNUSUAL = ['origin', 'expect', 'upgrade', 'content-length', 'transfer-encoding'] as const

function isCandidate({ method, url = '', headers, httpVersionMinor }: IncomingMessage): boolean {
  if (method !== 'GET' || httpVersionMinor !== 1 || headers.host === undefined) return false
  if (!isApi(url) || !isPlain(url)) return false
  for (const name of UNUSUAL) if (headers[name] !== undefined) return false
  return true
}

/** Gives a function that takes on what it can answer, and says whether it did; `usual` is for what it cannot after all. */
function createLane<Tables>({ keeping, memory, variesBy, onAnswered }: Lane<Tables>, usual: Usual) {
  const { 'x-request-id': _, ...ofAll } = headersOfAll('', '/api')
  const sameForAll = Object.entries({ ...ofAll, ...headersOfApi(variesBy) }).flat()

  function answer(request: IncomingMessage, response: ServerResponse, stamps: Stamps): boolean {
    const begun = performance.now()
    const url = unversioned(request.url ?? '')
    const { headers } = request
    const visitor = {
      token: bearerOf(headers.authorization),
      siteName: single(headers['x-site']),
      host: (headers.host ?? '').toLowerCase(),
    }
    const actor = keeping.recognise(visitor, stamps)
    if (!actor) return false
    const known = memory.recall(answerKey(actor, url), stamps)
    if (!known || !mayEnter(actor, known.endpoint.access)) return false
    const decision = keeping.count(actor, actor.kind === 'anonymous' ? keeping.addressOf(request) : '')
    if (!(decision instanceof Promise)) return finish(request, response, known, decision, begun)
    return later(decision, (made) => finish(request, response, known, made, begun), request, response)
  }

  function finish(
    request: IncomingMessage,
    response: ServerResponse,
    known: KeptAnswer,
    decision: RateDecision | undefined,
    begun: number,
  ): boolean {
    if (decision && !decision.allowed) {
      handOn(request, decision)
      return false
    }
    // A flat list of names and values is what Node writes with the least ado.
    const headers: Array<string | number> = ['x-request-id', requestIdOf(request), ...sameForAll]
    if (decision) addLimits(headers, decision)
    const status = tell(request, response, known, headers)
    onAnswered(known.path, status, (performance.now() - begun) / 1000)
    return true
  }

  /** Where something has to be waited for, the request is taken on, and goes the usual way if that fails. */
  function later<Value>(
    waiting: Promise<Value>,
    answers: (value: Value) => boolean,
    request: IncomingMessage,
    response: ServerResponse,
  ): true {
    waiting.then(answers).then(
      (answered) => answered || usual(request, response),
      () => usual(request, response),
    )
    return true
  }

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    try {
      const stamps = keeping.look()
      if (!(stamps instanceof Promise)) return answer(request, response, stamps)
      return later(stamps, (looked) => answer(request, response, looked), request, response)
    } catch {
      // Whatever it was will come up again, where it is told and logged.
      return false
    }
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
