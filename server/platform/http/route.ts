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
  /** The scheme and host under which the client reached us. */
  readonly origin: string
  /** Where files are served. */
  readonly filesUrl: string
  /** The data of an answer as it leaves, with the addresses of files in it made whole. */
  readonly addressed: (json: string) => string
  /** What the answer says beside its data. */
  readonly answering: {
    version?: number
    etag?: string | undefined
    headers: Record<string, string>
    /** It holds the host that the client called us by, so that it is nobody else's. */
    byHost?: true
  }
  /** The ETag that a GET of what is being changed would have at this point; only while a transaction is open. */
  readonly presentEtag?: () => Promise<string>
}

/** What a cached answer depends on beside its parameters and its site. */
export interface Caching<Data> {
  /** Callers for whom it gives the same get the same answer. */
  variesBy(actor: Actor): string
  /** Rows that are all that matters of their tables; of other tables that were read every change matters. */
  rows?(data: Data, call: Call): RowsRead
}

/** A list whose items are cached one by one: a change of one of them leaves the others as they are. */
export interface ListOfItems<Tables, C = Call, Item = ListItem> {
  find(db: ReadHandle<Tables>, call: C): Promise<FoundItems>
  /** The items of these ids, in any order; one that is there no more is left out. */
  read(db: ReadHandle<Tables>, call: C, ids: readonly number[]): Promise<readonly Item[]>
  /** All rows that an item is made from. */
  rows(item: Item): RowsRead
}
interface ListItem {
  readonly id: number
}
interface FoundItems {
  readonly ids: readonly number[]
  /** What stands beside `list` in a page; without it the answer is the bare list. */
  readonly beside?: Readonly<Record<string, unknown>>
}

/** A list that is too large to be held in memory: its items are made while those before them leave. */
export interface InParts {
  /** What the ETag is made from: it differs whenever the list does. */
  readonly basis: string
  readonly items: AsyncIterable<unknown>
  /** What stands beside `list` in a page; without it the answer is the bare list. */
  readonly beside?: Readonly<Record<string, number>>
}

interface Reading<Tables> {
  readonly kind: 'read'
  readonly endpoint: Endpoint
  readonly cached?: Caching<unknown>
  readonly items?: ListOfItems<Tables>
  /** Gives an answer that is too large to be cached, or held at all; undefined where it is an ordinary one. */
  inParts?(db: ReadHandle<Tables>, call: Call): Promise<InParts> | undefined
  answer(db: ReadHandle<Tables>, call: Call): Promise<unknown>
}
export type CachedReading<Tables> = Reading<Tables> & { readonly cached: Caching<unknown> }

/**
 * For If-Match: locks what is about to change, after the checks that come before it, and gives its version. Undefined
 * where it has none: then the answer of the GET is compared. Whoever changes it meanwhile waits.
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
export type Route<Tables> = Reading<Tables> | Writing<Tables> | Acting<Tables> | Streaming<Tables>

/** The ways in which an endpoint can be answered, typed for one database. */
export function routeKinds<Tables>(defaults: Pick<Caching<unknown>, 'variesBy'>) {
  type Db = ReadHandle<Tables>
  type Tx = WriteHandle<Tables>
  return {
    /** Reads and answers. */
    reads<E extends Endpoint>(
      endpoint: E,
      answer: (db: Db, call: Call<E>) => Promise<AnswerOf<E>>,
    ): Route<Tables> {
      return { kind: 'read', endpoint, answer } as Reading<Tables>
    },
    /** The same, and the answer is cached until something that it was read from changes. */
    readsCached<E extends Endpoint>(
      endpoint: E,
      answer: (db: Db, call: Call<E>) => Promise<AnswerOf<E>>,
      caching: Partial<Caching<AnswerOf<E>>> = {},
      inParts?: (db: Db, call: Call<E>) => Promise<InParts> | undefined,
    ): Route<Tables> {
      return {
        kind: 'read',
        endpoint,
        answer,
        cached: { ...defaults, ...caching },
        inParts,
      } as Reading<Tables>
    },
    /** A list that is cached, and each of its items too. */
    listsCached<E extends Endpoint, Item extends ListItem>(
      endpoint: E,
      items: ListOfItems<Tables, Call<E>, Item>,
      inParts?: (db: Db, call: Call<E>) => Promise<InParts> | undefined,
    ): Route<Tables> {
      const answer = async (db: Db, call: Call<E>) => {
        const { ids, beside } = await items.find(db, call)
        const byId = new Map((await items.read(db, call, ids)).map((item) => [item.id, item]))
        const list = ids.flatMap((id) => byId.get(id) ?? [])
        return beside ? { list, ...beside } : list
      }
      return {
        kind: 'read',
        endpoint,
        answer,
        items,
        cached: defaults,
        inParts,
      } as unknown as Reading<Tables>
    },
    /** Everything in one transaction, the making of the answer included. */
    writes<E extends Endpoint>(
      endpoint: E,
      answer: (tx: Tx, call: Call<E>) => Promise<AnswerOf<E>>,
      guard?: Guard<Tx, Call<E>>,
    ): Route<Tables> {
      return { kind: 'write', endpoint, answer, guard } as unknown as Writing<Tables>
    },
    /** The same after slow work (hashing, drawing, network) that must not hold a transaction open. */
    preparesAndWrites<E extends Endpoint, Prepared>(
      endpoint: E,
      prepare: (db: Db, call: Call<E>) => Promise<Prepared>,
      answer: (tx: Tx, call: Call<E>, prepared: Prepared) => Promise<AnswerOf<E>>,
      guard?: Guard<Tx, Call<E>>,
    ): Route<Tables> {
      return { kind: 'write', endpoint, prepare, answer, guard } as unknown as Writing<Tables>
    },
    /** Opens its transactions itself: where several are needed, or each item stands alone. */
    acts<E extends Endpoint>(
      endpoint: E,
      answer: (engine: SqlEngine<Tables>, call: Call<E>) => Promise<AnswerOf<E>>,
    ): Route<Tables> {
      return { kind: 'act', endpoint, answer } as Acting<Tables>
    },
    /** Takes or gives a stream of bytes instead of JSON; whatever it returns otherwise is the envelope's data. */
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
