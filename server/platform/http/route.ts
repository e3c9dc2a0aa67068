import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '@inkstone/contract/endpoint.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../core/actor.ts'
import type { RowsRead } from '../sql/changes.ts'
import type { ReadHandle, SqlEngine, WriteHandle } from '../sql/handles.ts'
import type { Zone } from '../times/times.ts'

/** A request that is authenticated: the actor and the input, already validated against the endpoint's schemas. */
export interface Call<E extends Endpoint = Endpoint> {
  readonly actor: Actor
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  readonly zone: Zone
  readonly header: (name: string) => string | undefined
  readonly presentedToken: string
  /** The scheme and host of the request, as the client sees them. */
  readonly origin: string
  /** Where files are served. */
  readonly filesUrl: string
  /** The serialised data of a response, with absolute file URLs. */
  readonly addressed: (json: string) => string
  /** More headers and fields of the response. */
  readonly answering: {
    version?: number
    etag?: string | undefined
    headers: Record<string, string>
    /** It contains the host of the request, so it cannot be shared. */
    byHost?: true
  }
  /** The ETag that a GET would return at this point; only while a transaction is open. */
  readonly presentEtag?: () => Promise<string>
}

/** What a cached response depends on beside its parameters and its site. */
export interface Caching<Data> {
  /** Callers with the same value get the same response. */
  variesBy(actor: Actor): string
  /** The relevant rows of their tables. For other tables, every change counts. */
  rows?(data: Data, call: Call): RowsRead
}

/** A list whose items are cached separately: a change of one does not invalidate the others. */
export interface ListOfItems<Tables, C = Call, Item = ListItem> {
  find(db: ReadHandle<Tables>, call: C): Promise<FoundItems>
  /** The items with these ids, in any order. Missing items are left out. */
  read(db: ReadHandle<Tables>, call: C, ids: readonly number[]): Promise<readonly Item[]>
  /** All rows that an item depends on. */
  rows(item: Item): RowsRead
  /** A field of the items that depends on the list, such as what it found in them. It is not cached with the item. */
  readonly fieldOfList?: string
}
interface ListItem {
  readonly id: number
}
interface FoundItems {
  readonly ids: readonly number[]
  /** The value of `fieldOfList` for each id. */
  readonly values?: ReadonlyMap<number, unknown>
  /** The fields beside `list` in a page. Without it the response is the bare list. */
  readonly beside?: Readonly<Record<string, unknown>>
}

/** A list that is too large for memory: items are built while earlier ones are sent. */
export interface StreamedList {
  /** The source of the ETag: it differs whenever the list does. */
  readonly etagSource: string
  readonly items: AsyncIterable<unknown>
  /** The fields beside `list` in a page. Without it the response is the bare list. */
  readonly beside?: Readonly<Record<string, number>>
}

/** For responses that are too large to be cached or held in memory. */
interface Streamed<Tables, E extends Endpoint = Endpoint> {
  when(query: QueryOf<E>): boolean
  read(db: ReadHandle<Tables>, call: Call<E>): Promise<StreamedList>
}

interface Reading<Tables> {
  readonly kind: 'read'
  readonly endpoint: Endpoint
  readonly cached?: Caching<unknown>
  readonly items?: ListOfItems<Tables>
  readonly streamed?: Streamed<Tables>
  answer(db: ReadHandle<Tables>, call: Call): Promise<unknown>
}
export type CachedReading<Tables> = Reading<Tables> & { readonly cached: Caching<unknown> }

/**
 * For If-Match: locks the row to change, after the preceding checks, and returns its version. Undefined if it has none:
 * then the response of the GET is compared. Concurrent changes wait.
 */
// biome-ignore lint/suspicious/noConfusingVoidType: a guard that only locks returns nothing.
type Guard<Tx, C> = (tx: Tx, call: C) => Promise<number | void>

interface Writing<Tables> {
  readonly kind: 'write'
  readonly endpoint: Endpoint
  readonly guard?: Guard<WriteHandle<Tables>, Call>
  prepare?(db: ReadHandle<Tables>, call: Call): Promise<unknown>
  answer(tx: WriteHandle<Tables>, call: Call, prepared: unknown): Promise<unknown>
}
interface Acting<Tables> {
  readonly kind: 'act'
  readonly endpoint: Endpoint
  answer(engine: SqlEngine<Tables>, call: Call): Promise<unknown>
}
interface Streaming<Tables> {
  readonly kind: 'stream'
  readonly endpoint: Endpoint
  respond(
    engine: SqlEngine<Tables>,
    call: Call,
    raw: { request: FastifyRequest; reply: FastifyReply },
  ): Promise<unknown>
}
/** Throws if the service is not set up for the route. Checked after access and before the parameters and the body. */
interface Requiring {
  readonly requires?: () => void
}
export type Route<Tables> = (Reading<Tables> | Writing<Tables> | Acting<Tables> | Streaming<Tables>) &
  Requiring

/** The kinds of routes, typed for one database. */
export function routeKinds<Tables>(defaults: Pick<Caching<unknown>, 'variesBy'>) {
  type Db = ReadHandle<Tables>
  type Tx = WriteHandle<Tables>
  return {
    /** A read. */
    reads<E extends Endpoint>(
      endpoint: E,
      answer: (db: Db, call: Call<E>) => Promise<AnswerOf<E>>,
    ): Route<Tables> {
      return { kind: 'read', endpoint, answer } as Reading<Tables>
    },
    /** The same, and the response is cached until a dependency changes. */
    readsCached<E extends Endpoint>(
      endpoint: E,
      answer: (db: Db, call: Call<E>) => Promise<AnswerOf<E>>,
      caching: Partial<Caching<AnswerOf<E>>> = {},
      streamed?: Streamed<Tables, E>,
    ): Route<Tables> {
      return {
        kind: 'read',
        endpoint,
        answer,
        cached: { ...defaults, ...caching },
        streamed,
      } as Reading<Tables>
    },
    /** A cached list whose items are cached separately. */
    listsCached<E extends Endpoint, Item extends ListItem>(
      endpoint: E,
      items: ListOfItems<Tables, Call<E>, Item>,
      streamed?: Streamed<Tables, E>,
    ): Route<Tables> {
      const answer = async (db: Db, call: Call<E>) => {
        const { ids, values, beside } = await items.find(db, call)
        const { fieldOfList } = items
        const read = await items.read(db, call, ids)
        const byId = new Map(
          read.map((item) => [
            item.id,
            fieldOfList === undefined ? item : { ...item, [fieldOfList]: values?.get(item.id) },
          ]),
        )
        const list = ids.flatMap((id) => byId.get(id) ?? [])
        return beside ? { list, ...beside } : list
      }
      return {
        kind: 'read',
        endpoint,
        answer,
        items,
        cached: defaults,
        streamed,
      } as unknown as Reading<Tables>
    },
    /** Everything in one transaction, including building the response. */
    writes<E extends Endpoint>(
      endpoint: E,
      answer: (tx: Tx, call: Call<E>) => Promise<AnswerOf<E>>,
      guard?: Guard<Tx, Call<E>>,
    ): Route<Tables> {
      return { kind: 'write', endpoint, answer, guard } as unknown as Writing<Tables>
    },
    /** The same after slow work (hashing, image processing, network) that must not keep a transaction open. */
    preparesAndWrites<E extends Endpoint, Prepared>(
      endpoint: E,
      prepare: (db: Db, call: Call<E>) => Promise<Prepared>,
      answer: (tx: Tx, call: Call<E>, prepared: Prepared) => Promise<AnswerOf<E>>,
      guard?: Guard<Tx, Call<E>>,
    ): Route<Tables> {
      return { kind: 'write', endpoint, prepare, answer, guard } as unknown as Writing<Tables>
    },
    /** Opens its own transactions, if several are needed or items are independent. */
    acts<E extends Endpoint>(
      endpoint: E,
      answer: (engine: SqlEngine<Tables>, call: Call<E>) => Promise<AnswerOf<E>>,
    ): Route<Tables> {
      return { kind: 'act', endpoint, answer } as Acting<Tables>
    },
    /** Receives or sends a stream of bytes instead of JSON. Any other result is the data of the envelope. */
    streams<E extends Endpoint>(
      endpoint: E,
      respond: (
        engine: SqlEngine<Tables>,
        call: Call<E>,
        raw: { request: FastifyRequest; reply: FastifyReply },
      ) => Promise<AnswerOf<E> | FastifyReply>,
    ): Route<Tables> {
      return { kind: 'stream', endpoint, respond } as Streaming<Tables>
    },
  }
}
