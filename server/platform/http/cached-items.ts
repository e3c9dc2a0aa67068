import { createCache } from '../cache/cache.ts'
import type { RowsRead } from '../sql/changes.ts'
import type { ReadHandle, SqlEngine } from '../sql/handles.ts'
import type { Serializer } from './answer.ts'
import { hashOf } from './etag.ts'
import type { Call, ListOfItems } from './route.ts'

/** A serialised list item and the rows it depends on. */
interface CachedItem {
  readonly bytes: Buffer
  readonly hash: string
  /** The same before the host of the client was inserted, if it was. */
  readonly json: string | undefined
  readonly rows: RowsRead
}

/** A list as parts in memory: joining them needs no encoding. */
export interface ListInBytes {
  readonly parts: readonly Buffer[]
  /** Of its items and what is beside them: hashing the whole list again would take longer than joining it. */
  readonly hash: string
}

interface ListForAnyHost {
  readonly json: string
}

type CachedList = (ListInBytes | ListForAnyHost) & { readonly slots: readonly number[] | undefined }

interface BuildOptions {
  readonly serialize: Serializer
  /** The prefix of keys. */
  readonly variant: string
  readonly rowsOfActor: RowsRead
}

export type ItemCache<Tables> = ReturnType<typeof createItemCache<Tables>>

const COMMA = Buffer.from(',')

/** Caches the items of lists separately, so that an item is built once for all lists and pages. */
export function createItemCache<Tables>(engine: SqlEngine<Tables>, maxBytes: number) {
  const cache = createCache<Tables, CachedItem>(engine, {
    maxBytes,
    bytesOf: ({ bytes, hash, json = '' }) => bytes.length + hash.length + 2 * json.length,
  })

  async function itemsOf(
    list: ListOfItems<Tables>,
    call: Call,
    ids: readonly number[],
    { serialize, variant, rowsOfActor }: BuildOptions,
  ) {
    const idOf = new Map(ids.map((id) => [`${variant} ${id}`, id]))
    const { values, slots } = await cache.readMany([...idOf.keys()], {
      site: call.actor.siteId,
      read: async (db, missing) => {
        const wanted = missing.flatMap((key) => idOf.get(key) ?? [])
        const read = await list.read(db, call, wanted)
        return new Map(
          read.map((item) => [`${variant} ${item.id}`, cachedItem(call, serialize(item), list.rows(item))]),
        )
      },
      rows: ({ rows }) => ({ ...rows, ...rowsOfActor }),
    })
    const items = [...idOf].flatMap(([key, id]) => {
      const item = values.get(key)
      return item ? [{ id, ...item }] : []
    })
    return { items, slots }
  }

  return {
    /** A list assembled from its items; only those that are not cached are read. */
    async read(
      db: ReadHandle<Tables>,
      list: ListOfItems<Tables>,
      call: Call,
      options: BuildOptions,
    ): Promise<CachedList> {
      const { ids, values, beside } = await list.find(db, call)
      const { items, slots } = await itemsOf(list, call, ids, options)
      const ends = items.map(({ id }) => endOfItem(list.fieldOfList, values?.get(id)))
      const rest = Object.entries(beside ?? {}).map(([name, value]) => `,"${name}":${JSON.stringify(value)}`)
      const before = beside ? '{"list":[' : '['
      const after = beside ? `]${rest.join('')}}` : ']'
      if (items.some(({ json }) => json !== undefined)) {
        const texts = items.map(({ json, bytes }, at) => withEnd(json ?? bytes.toString(), ends[at]))
        return { json: `${before}${texts.join(',')}${after}`, slots }
      }
      const parts = items.flatMap(({ bytes }, at) => {
        const whole = bytesWithEnd(bytes, ends[at])
        return at === 0 ? whole : [COMMA, ...whole]
      })
      const hash = hashOf(`${items.map((item) => item.hash).join()}${ends.join('')}${after}`)
      return { parts: [Buffer.from(before), ...parts, Buffer.from(after)], hash, slots }
    },
  }
}

function cachedItem(call: Call, json: string, rows: RowsRead): CachedItem {
  const text = call.addressed(json)
  const byHost = text !== json && call.answering.byHost === true
  const bytes = Buffer.from(text)
  return { bytes, hash: hashOf(bytes), json: byHost ? json : undefined, rows }
}

/** The last field of an item and its closing brace. */
function endOfItem(field: string | undefined, value: unknown): string | undefined {
  return field === undefined ? undefined : `,"${field}":${JSON.stringify(value)}}`
}

function withEnd(json: string, end: string | undefined): string {
  return end === undefined ? json : `${json.slice(0, -1)}${end}`
}

function bytesWithEnd(bytes: Buffer, end: string | undefined): Buffer[] {
  return end === undefined ? [bytes] : [bytes.subarray(0, -1), Buffer.from(end)]
}
