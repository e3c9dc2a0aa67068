import type { Stamps } from '../sql/stamps.ts'
import {
  addLimits,
  bearerOf,
  type DoorKeeping,
  mayCall,
  type Outside,
  type RateDecision,
  type Sender,
  senderOf,
  single,
} from './door.ts'
import { matchesNone } from './etag.ts'
import { headersOfAll, headersOfApi, JSON_TYPE } from './headers.ts'
import { isApi, unversioned } from './paths.ts'
import { type AnswerMemory, answerKey, isPlain, type KeptAnswer, withPresentSecond } from './remembering.ts'
import { requestIdOf } from './request-id.ts'

export interface LaneOptions<Tables> {
  readonly keeping: DoorKeeping
  readonly memory: AnswerMemory<Tables>
  /** What answers vary by beyond what all of them do. */
  readonly variesBy: string | undefined
  readonly onAnswered: (path: string, status: number, seconds: number) => void
}

/** An answer that is remembered, and what the rate limit says of giving it. */
export interface Remembered {
  readonly answer: KeptAnswer
  readonly decision: RateDecision | undefined
}

/** An answer as it leaves: without bytes if the sender has it already. Names and values of its headers in a row. */
interface Telling {
  readonly status: number
  readonly headers: Array<string | number>
  readonly bytes: Buffer | undefined
}

export type Lane = ReturnType<typeof createLane>

/**
 * The way around the router for answers that are remembered: the same door, the same headers, and nothing in between.
 * Nothing is waited for that is at hand: a promise for each step costs more than the steps.
 */
export function createLane<Tables>({ keeping, memory, variesBy, onAnswered }: LaneOptions<Tables>) {
  function find(url: string, sender: Sender, request: Outside, stamps: Stamps) {
    const actor = keeping.recognise(sender, stamps)
    if (!actor) return undefined
    const answer = memory.recall(answerKey(actor, unversioned(url)), stamps)
    if (!answer || !mayCall(actor, answer.endpoint)) return undefined
    const decision = keeping.count(actor, actor.kind === 'anonymous' ? keeping.addressOf(request) : '')
    if (!(decision instanceof Promise)) return { answer, decision }
    return decision.then((made) => ({ answer, decision: made }))
  }

  let looked: Stamps | undefined

  /**
   * One look for all requests that one turn of the event loop reads: they had come before it, so that whatever was
   * acknowledged before one of them was sent is in it.
   */
  function lookOnce(): Stamps | Promise<Stamps> {
    if (looked) return looked
    const stamps = keeping.look()
    if (stamps instanceof Promise) return stamps
    looked = stamps
    setImmediate(forget)
    return stamps
  }

  function forget(): void {
    looked = undefined
  }

  return {
    /** The same headers on every answer, beside those that it is told with. */
    sameForAll: sameForAll(variesBy),
    onAnswered,

    /**
     * What there is for a request. `justRead` says that its bytes were read from the system in this very call, and did
     * not wait here. Whatever fails will fail again the usual way, where it is told and logged.
     */
    find(
      url: string,
      sender: Sender,
      request: Outside,
      justRead = false,
    ): Remembered | undefined | Promise<Remembered | undefined> {
      try {
        const stamps = justRead ? lookOnce() : keeping.look()
        if (!(stamps instanceof Promise)) return find(url, sender, request, stamps)
        return stamps.then((looked) => find(url, sender, request, looked))
      } catch {
        return undefined
      }
    },
  }
}

function sameForAll(variesBy: string | undefined): string[] {
  const { 'x-request-id': _, ...ofAll } = headersOfAll('')
  return Object.entries({ ...ofAll, ...headersOfApi(variesBy) }).flat()
}

const UNUSUAL = [
  'origin',
  // It may name the site; the usual way knows whom to believe.
  'x-forwarded-host',
  'expect',
  'upgrade',
  'proxy-connection',
  'content-length',
  'transfer-encoding',
] as const

/** Whatever is not entirely plain goes the usual way. */
export function isPlainRequest(url: string, headers: Outside['headers']): boolean {
  if (headers.host === undefined || !isApi(url) || !isPlain(url)) return false
  for (const name of UNUSUAL) if (headers[name] !== undefined) return false
  return true
}

export function senderIn(headers: Outside['headers']): Sender {
  return senderOf({
    token: bearerOf(headers.authorization),
    siteName: single(headers['x-site']),
    host: (headers.host ?? '').toLowerCase(),
  })
}

export function tellingOf(
  request: Outside,
  { answer: { endpoint, etag, bytes }, decision }: Remembered,
): Telling {
  const headers: Array<string | number> = ['x-request-id', requestIdOf(request)]
  if (decision) addLimits(headers, decision)
  headers.push('etag', etag, 'cache-control', 'private, no-cache')
  if (!matchesNone(request.headers['if-none-match'], etag)) return { status: 304, headers, bytes: undefined }
  headers.push('content-type', JSON_TYPE, 'content-length', bytes.length)
  return { status: endpoint.status ?? 200, headers, bytes: withPresentSecond(bytes) }
}
