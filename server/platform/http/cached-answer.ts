import type { Endpoint } from '@inkstone/contract/endpoint.ts'
import { type Cache, createCache } from '../cache/cache.ts'
import type { RowsRead } from '../sql/changes.ts'
import type { SqlEngine } from '../sql/handles.ts'
import type { Serializer } from './answer.ts'
import { nowSeconds, successEnvelope } from './envelope.ts'
import { etagOf } from './etag.ts'
import type { CachedReading, Call } from './route.ts'

/** An answer as it left, ready to leave again. */
export interface ReadyAnswer {
  readonly status: number
  readonly etag: string
  /** The whole envelope. */
  readonly bytes: Buffer
}

/** The same before it names the host that a client called us by, where it does. */
interface AnswerForAnyHost {
  readonly json: string
  readonly version: number | undefined
}

type CachedAnswer = ReadyAnswer | AnswerForAnyHost

const MOST_BYTES = 48 * 1024 * 1024

export type AnswerCache<Tables> = Cache<Tables, CachedAnswer>

export function createAnswerCache<Tables>(engine: SqlEngine<Tables>): AnswerCache<Tables> {
  return createCache(engine, { mostBytes: MOST_BYTES, bytesOf })
}

function bytesOf(answer: CachedAnswer): number {
  return 'json' in answer ? 2 * answer.json.length : answer.bytes.length + answer.etag.length
}

/** The answer from the cache, or read now. */
export async function cachedAnswer<Tables>(
  cache: AnswerCache<Tables>,
  route: CachedReading<Tables>,
  call: Call,
  serialize: Serializer,
  rowsOfActor: RowsRead,
): Promise<ReadyAnswer> {
  const { endpoint, cached } = route
  const status = endpoint.status ?? 200
  const key = keyOf(endpoint, call, cached.variesBy(call.actor))
  const known = cache.get(key)
  if (known && !('json' in known)) return known
  let rows: RowsRead = rowsOfActor
  const answer = await cache.read(key, {
    site: call.actor.siteId,
    read: async (db): Promise<CachedAnswer> => {
      const data = await route.answer(db, independent(call))
      if (cached.rows) rows = { ...cached.rows(data, call), ...rowsOfActor }
      const json = serialize(data)
      const { version } = call.answering
      const addressed = call.addressed(json)
      return call.answering.byHost ? { json, version } : ready(status, addressed, version)
    },
    rows: () => rows,
  })
  return 'json' in answer ? ready(status, call.addressed(answer.json), answer.version) : answer
}

function ready(status: number, json: string, version: number | undefined): ReadyAnswer {
  return { status, etag: etagOf(json, version), bytes: Buffer.from(successEnvelope(status, json)) }
}

/** Made of what the schemas know: unknown parameters and the Host are no part of it. */
function keyOf({ path }: Endpoint, { actor, params, query }: Call, variant: string): string {
  return `${actor.siteId} ${variant} ${path} ${JSON.stringify(params)} ${JSON.stringify(query)}`
}

/** An answer that others get as well must not be made from what only this request says. */
function independent(call: Call): Call {
  const refuse = (): never => {
    throw new Error('a cached answer depends on nothing but its parameters and what its route declares')
  }
  return Object.defineProperties(
    { ...call, header: refuse, presentedToken: '' },
    { origin: { get: refuse }, filesUrl: { get: refuse } },
  ) as Call
}

const DIGITS_OF_A_SECOND = 10
const CLOSING = 1

/** The envelope with the present second in it: written over the one that it left with the last time. */
export function withPresentSecond(bytes: Buffer): Buffer {
  const at = bytes.length - CLOSING - DIGITS_OF_A_SECOND
  bytes.write(String(nowSeconds()), at, DIGITS_OF_A_SECOND, 'latin1')
  return bytes
}
