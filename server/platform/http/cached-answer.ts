import type { Endpoint } from '@inkstone/contract/endpoint.ts'
import { type Cache, createCache } from '../cache/cache.ts'
import type { Actor } from '../core/actor.ts'
import type { RowsRead } from '../sql/changes.ts'
import type { SqlEngine } from '../sql/handles.ts'
import type { Serializer } from './answer.ts'
import { createItemCache, type ItemCache, type ListInBytes } from './cached-items.ts'
import { compress, type Encoding } from './compression.ts'
import { aroundData, dataIn, nowSeconds, successEnvelope } from './envelope.ts'
import { etagOf, etagWith } from './etag.ts'
import type { CachedReading, Call } from './route.ts'

/** A cached response, ready to be sent. */
export interface ReadyAnswer {
  readonly status: number
  readonly etag: string
  /** The whole envelope. */
  readonly bytes: Buffer
  /** The second that is written in it. */
  second?: number
  /** The compressed form for the current second. */
  compressed?: CompressedBytes
}

interface CompressedBytes {
  readonly second: number
  readonly encoding: Encoding
  readonly bytes: Promise<Buffer>
}

/** The same before the host of the client was inserted, if it was. */
interface AnswerForAnyHost {
  readonly json: string
  readonly version: number | undefined
}

export type CachedAnswer = ReadyAnswer | AnswerForAnyHost

const MAX_BYTES = 26 * 1024 * 1024
const MAX_BYTES_OF_ITEMS = 12 * 1024 * 1024

export interface AnswerCache<Tables> {
  readonly answers: Cache<Tables, CachedAnswer>
  readonly items: ItemCache<Tables>
}

export function createAnswerCache<Tables>(engine: SqlEngine<Tables>): AnswerCache<Tables> {
  return {
    answers: createCache(engine, { maxBytes: MAX_BYTES, bytesOf }),
    items: createItemCache(engine, MAX_BYTES_OF_ITEMS),
  }
}

/** With room for the compressed form, which is less than half. */
function bytesOf(answer: CachedAnswer): number {
  return 'json' in answer ? 2 * answer.json.length : 1.5 * answer.bytes.length + answer.etag.length
}

/** The cache key of a response: the site, the variant and the validated parameters. */
export function keyOfAnswer(actor: Actor, variant: string, endpoint: Endpoint, parameters: string): string {
  return `${variantOf(actor, variant, endpoint)} ${parameters}`
}

export function parametersOf({ params, query }: Pick<Call, 'params' | 'query'>): string {
  return `${JSON.stringify(params)} ${JSON.stringify(query)}`
}

function variantOf({ siteId }: Actor, variant: string, { path }: Endpoint): string {
  return `${siteId} ${variant} ${path}`
}

/**
 * The response from the cache, or read now. Its key consists of parameters in the schemas: unknown parameters and the
 * Host are not part of it.
 */
export function cachedAnswer<Tables>(
  cache: AnswerCache<Tables>,
  route: CachedReading<Tables>,
  call: Call,
  parameters: string,
  serializers: { readonly answer: Serializer; readonly item: Serializer },
  rowsOfActor: RowsRead,
): ReadyAnswer | Promise<ReadyAnswer> {
  const { endpoint, cached } = route
  const variant = variantOf(call.actor, cached.variesBy(call.actor), endpoint)
  const key = `${variant} ${parameters}`
  const known = cache.answers.get(key)
  if (known && !('json' in known)) return known
  const options = { variant, rowsOfActor, serializers }
  return readAnswer(cache, route, call, key, options)
}

interface BuildOptions {
  /** The prefix of keys. */
  readonly variant: string
  readonly rowsOfActor: RowsRead
  readonly serializers: { readonly answer: Serializer; readonly item: Serializer }
}

async function readAnswer<Tables>(
  cache: AnswerCache<Tables>,
  { answer: read, cached, items, endpoint }: CachedReading<Tables>,
  call: Call,
  key: string,
  { variant, rowsOfActor, serializers }: BuildOptions,
): Promise<ReadyAnswer> {
  const status = endpoint.status ?? 200
  let rows: RowsRead = rowsOfActor
  let slots: readonly number[] | undefined = []
  const answer = await cache.answers.read(key, {
    site: call.actor.siteId,
    read: async (db): Promise<CachedAnswer> => {
      if (items) {
        const list = await cache.items.read(db, items, call, {
          variant,
          rowsOfActor,
          serialize: serializers.item,
        })
        slots = list.slots
        if ('json' in list) return { json: list.json, version: undefined }
        return readyList(status, list)
      }
      const data = await read(db, call)
      if (cached.rows) rows = { ...cached.rows(data, call), ...rowsOfActor }
      const json = serializers.answer(data)
      const { version } = call.answering
      const addressed = call.addressed(json)
      return call.answering.byHost ? { json, version } : ready(status, addressed, version)
    },
    rows: () => rows,
    slots: () => slots,
  })
  return 'json' in answer ? ready(status, call.addressed(answer.json), answer.version) : answer
}

function ready(status: number, json: string, version: number | undefined): ReadyAnswer {
  const bytes = Buffer.from(successEnvelope(status, json))
  // Hashed as bytes: a text would be encoded a second time.
  return { status, etag: etagOf(dataIn(bytes), version), bytes }
}

function readyList(status: number, { parts, hash }: ListInBytes): ReadyAnswer {
  const [before, after] = aroundData(status)
  return { status, etag: etagWith(hash), bytes: Buffer.concat([before, ...parts, after]) }
}

/** The compressed response, shared by all requests in one second, because it contains the timestamp. */
export function compressed(answer: ReadyAnswer, encoding: Encoding): Promise<Buffer> {
  const second = nowSeconds()
  if (answer.compressed?.second === second && answer.compressed.encoding === encoding)
    return answer.compressed.bytes
  // A copy, because the timestamp may be overwritten during compression.
  const bytes = compress(encoding, Buffer.from(withCurrentSecond(answer)))
  answer.compressed = { second, encoding, bytes }
  return bytes
}

const DIGITS_OF_A_SECOND = 10
const CLOSING = 1

/** The envelope with the current second, written over the previous one. */
export function withCurrentSecond(answer: ReadyAnswer): Buffer {
  const { bytes } = answer
  const second = nowSeconds()
  if (answer.second === second) return bytes
  answer.second = second
  bytes.write(String(second), bytes.length - CLOSING - DIGITS_OF_A_SECOND, DIGITS_OF_A_SECOND, 'latin1')
  return bytes
}
