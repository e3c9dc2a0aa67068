import type { Endpoint } from '@inkstone/contract/endpoint.ts'
import { type Actor, audienceOf } from '../actor.ts'
import type { SqlEngine } from '../sql/handles.ts'
import { createMemory, type Memory } from '../sql/memory.ts'
import type { Stamps } from '../sql/stamps.ts'
import { nowSeconds, successEnvelope } from './envelope.ts'
import { etagOf } from './etag.ts'
import { routerPath } from './paths.ts'
import type { Call, Reading } from './route.ts'

/** An answer as it left, ready to leave again. */
export interface KeptAnswer {
  readonly endpoint: Endpoint
  /** The endpoint's path as the router has it. */
  readonly path: string
  readonly etag: string
  /** The whole envelope. */
  readonly bytes: Buffer
  readonly version: number | undefined
  /** It names the host that one client called us by. */
  readonly byHost: boolean
}

const MOST_BYTES = 32 * 1024 * 1024

export type AnswerMemory<Tables> = Memory<Tables, KeptAnswer>

/** `actorTables` are those that an actor is made from, as far as answers differ by it: they rest on these too. */
export function createAnswerMemory<Tables>(
  engine: SqlEngine<Tables>,
  actorTables: readonly string[],
): AnswerMemory<Tables> {
  return createMemory(engine, {
    most: MOST_BYTES,
    alwaysOn: actorTables.map((table) => engine.watched.indexOf(table)),
    // What is made for one host is kept for nobody.
    weigh: ({ bytes, byHost }) => (byHost ? Number.POSITIVE_INFINITY : bytes.length),
  })
}

/**
 * The same for all who get the same answer: those of one role on one site. But editors see their own drafts, they and
 * auditors are told what they may do with their own articles.
 */
export function answerKey(actor: Actor, url: string): string {
  const { siteId, role, userId } = actor
  const own = role === 'editor' || role === 'auditor' ? userId : ''
  return `${siteId} ${audienceOf(actor)} ${own} ${url}`
}

/**
 * A query that names its caller or its site is not looked up by its address alone; neither is one with an encoded name,
 * which may be one of these.
 */
export function isPlain(url: string): boolean {
  return !url.includes('?') || !/[?&](?:token\b|site_id\b|[^=&]*%)/.test(url)
}

const DIGITS_OF_A_SECOND = 10
const CLOSING = 1

/** The envelope with the present second in it: written over the one that it left with the last time. */
export function withPresentSecond(bytes: Buffer): Buffer {
  const at = bytes.length - CLOSING - DIGITS_OF_A_SECOND
  bytes.write(String(nowSeconds()), at, DIGITS_OF_A_SECOND, 'latin1')
  return bytes
}

/** Answers from memory where that still stands; otherwise reads, and remembers. */
export async function answerRemembered<Tables>(
  engine: SqlEngine<Tables>,
  memory: AnswerMemory<Tables>,
  route: Reading<Tables> & { readonly remembering: NonNullable<Reading<Tables>['remembering']> },
  { call, stamps, url, serialize }: Asking,
): Promise<KeptAnswer> {
  const { endpoint, remembering } = route
  const key = answerKey(call.actor, url)
  const made = (data: unknown, version: number | undefined): KeptAnswer => {
    const json = call.addressed(serialize(data))
    return {
      endpoint,
      path: routerPath(endpoint.path),
      etag: etagOf(json, version),
      bytes: Buffer.from(successEnvelope(endpoint.status ?? 200, json)),
      version,
      byHost: call.answering.byHost === true,
    }
  }
  const standing = memory.recall(key, stamps)
  if (standing) return standing
  const worn = memory.known(key)
  const { refreshes } = remembering
  const isWornBy = (table: string) =>
    worn !== undefined && differsOnlyIn(worn, stamps, engine.watched.indexOf(table))
  if (worn && refreshes?.onlyShown(call) && isWornBy(refreshes.table)) {
    const { bytes, version } = worn.value
    // Read from the answer: kept beside it, what it was made from would take several times the memory.
    const { data } = JSON.parse(bytes.toString())
    const kept = made(await refreshes.refresh(engine.db, data), version)
    memory.remember(key, kept, { tables: worn.tables, seen: stamps })
    return kept
  }
  return memory.read(key, stamps, async (db) => {
    const data = await route.answer(db, call)
    return made(data, call.answering.version)
  })
}

interface Asking {
  readonly call: Call
  readonly stamps: Stamps
  readonly url: string
  readonly serialize: (data: unknown) => string
}

function differsOnlyIn(
  { tables, seen }: { readonly tables: readonly number[]; readonly seen: Stamps },
  stamps: Stamps,
  table: number,
): boolean {
  return tables.every((other) => other === table || seen[other] === stamps[other])
}
