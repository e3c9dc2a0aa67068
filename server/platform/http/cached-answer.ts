import { type Cache, createCache } from '../cache/cache.ts'
import type { RowsRead } from '../sql/changes.ts'
import type { ReadHandle, SqlEngine } from '../sql/handles.ts'
import type { Serializer } from './answer.ts'
import { nowSeconds, successEnvelope } from './envelope.ts'
import { etagOf } from './etag.ts'
import type { CachedReading, Call, ListOfItems } from './route.ts'

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

const MOST_BYTES = 36 * 1024 * 1024
const MOST_BYTES_OF_ITEMS = 24 * 1024 * 1024

/** An item of a list as JSON, and the rows that it was made from. */
interface CachedItem {
  readonly json: string
  readonly rows: RowsRead
}

export interface AnswerCache<Tables> {
  readonly answers: Cache<Tables, CachedAnswer>
  readonly items: Cache<Tables, CachedItem>
}

export function createAnswerCache<Tables>(engine: SqlEngine<Tables>): AnswerCache<Tables> {
  return {
    answers: createCache(engine, { mostBytes: MOST_BYTES, bytesOf }),
    items: createCache(engine, { mostBytes: MOST_BYTES_OF_ITEMS, bytesOf: ({ json }) => 2 * json.length }),
  }
}

function bytesOf(answer: CachedAnswer): number {
  return 'json' in answer ? 2 * answer.json.length : answer.bytes.length + answer.etag.length
}

/** The answer from the cache, or read now. Its key is made of what the schemas know: unknown parameters and the Host are no part of it. */
export async function cachedAnswer<Tables>(
  cache: AnswerCache<Tables>,
  route: CachedReading<Tables>,
  call: Call,
  serializers: { readonly answer: Serializer; readonly item: Serializer },
  rowsOfActor: RowsRead,
): Promise<ReadyAnswer> {
  const { endpoint, cached } = route
  const status = endpoint.status ?? 200
  const variant = `${call.actor.siteId} ${cached.variesBy(call.actor)} ${endpoint.path}`
  const key = `${variant} ${JSON.stringify(call.params)} ${JSON.stringify(call.query)}`
  const known = cache.answers.get(key)
  if (known && !('json' in known)) return known
  let rows: RowsRead = rowsOfActor
  let slots: readonly number[] = []
  const answer = await cache.answers.read(key, {
    site: call.actor.siteId,
    read: async (db): Promise<CachedAnswer> => {
      const asked = independent(call)
      let json: string
      if (route.items) {
        const list = await listFrom(cache, route.items, db, asked, {
          serialize: serializers.item,
          variant,
          rowsOfActor,
        })
        json = list.json
        slots = list.slots
      } else {
        const data = await route.answer(db, asked)
        if (cached.rows) rows = { ...cached.rows(data, call), ...rowsOfActor }
        json = serializers.answer(data)
      }
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
  return { status, etag: etagOf(json, version), bytes: Buffer.from(successEnvelope(status, json)) }
}

interface Making {
  readonly serialize: Serializer
  /** What keys begin with. */
  readonly variant: string
  readonly rowsOfActor: RowsRead
}

/** A list put together from its items, of which only those are read that are not cached. */
async function listFrom<Tables>(
  { items }: AnswerCache<Tables>,
  list: ListOfItems<Tables>,
  db: ReadHandle<Tables>,
  call: Call,
  { serialize, variant, rowsOfActor }: Making,
): Promise<{ json: string; slots: readonly number[] }> {
  const { ids, beside } = await list.find(db, call)
  const idOf = new Map(ids.map((id) => [`${variant} ${id}`, id]))
  const { values, slots } = await items.readMany([...idOf.keys()], {
    site: call.actor.siteId,
    read: async (db, missing) => {
      const read = await list.read(
        db,
        call,
        missing.flatMap((key) => idOf.get(key) ?? []),
      )
      return new Map(
        read.map((item) => [`${variant} ${item.id}`, { json: serialize(item), rows: list.rows(item) }]),
      )
    },
    rows: ({ rows }) => ({ ...rows, ...rowsOfActor }),
  })
  const found = [...idOf.keys()].flatMap((key) => values.get(key)?.json ?? []).join(',')
  if (!beside) return { json: `[${found}]`, slots }
  const rest = Object.entries(beside).map(([name, value]) => `,"${name}":${JSON.stringify(value)}`)
  return { json: `{"list":[${found}]${rest.join('')}}`, slots }
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
