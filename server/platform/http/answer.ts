import type { TSchema } from '@sinclair/typebox'
import fastJsonStringify from 'fast-json-stringify'
import { Problem } from '../problem.ts'
import { decryptSecret, encryptSecret } from '../secrets.ts'
import type { SqlEngine, WriteHandle } from '../sql/handles.ts'
import { takeTurn } from '../sql/lock.ts'
import { etagOf, matchesState } from './etag.ts'
import { claim, type FirstAnswer, type RequestKey, remember } from './idempotency.ts'
import type { Call, Route } from './route.ts'

/** Turns data into JSON through the endpoint's schema: what the contract does not name cannot leave. */
export type Serializer = (data: unknown) => string

export function createSerializer(schema: TSchema): Serializer {
  let stringify: Serializer | undefined
  return (data) => {
    stringify ??= fastJsonStringify(JSON.parse(JSON.stringify(schema))) as Serializer
    return stringify(data)
  }
}

export interface Bound<Tables> {
  readonly route: Exclude<Route<Tables>, { kind: 'stream' }>
  readonly serialize: Serializer | undefined
  /** The GET of the same path: what an If-Match is held against. */
  readonly reading: (Exclude<Route<Tables>, { kind: 'stream' }> & { serialize: Serializer }) | undefined
}

export interface Answer extends FirstAnswer {
  readonly replayed?: true
}

/** Runs one route and gives its data as JSON. Transactions, Idempotency-Key and If-Match are dealt with here. */
export async function answer<Tables>(
  engine: SqlEngine<Tables>,
  bound: Bound<Tables>,
  call: Call,
  key: RequestKey | undefined,
  sealingKey: Buffer,
): Promise<Answer> {
  const { route, serialize } = bound
  const status = route.endpoint.status ?? 200
  const toJson = (data: unknown) =>
    serialize && data !== undefined ? call.addressed(serialize(data)) : undefined
  switch (route.kind) {
    case 'read':
      return { status, json: toJson(await route.answer(engine.db, call)) }
    case 'act':
      return { status, json: toJson(await route.answer(engine, call)) }
    case 'write': {
      const prepared = await route.prepare?.(engine.db, call)
      return engine.transact(async (tx) => {
        const first = key && (await claim(tx, key))
        if (first) return { ...opened(first, sealingKey), replayed: true as const }
        await requireFresh(tx, bound, call)
        const json = toJson(await route.answer(tx, call, prepared))
        if (key) await remember(tx, key, sealed({ status, json }, sealingKey))
        return { status, json }
      })
    }
  }
}

/** The first answer is kept so that nobody reads it in the database: it may hold a secret that is shown only once. */
function sealed({ status, json }: FirstAnswer, key: Buffer): FirstAnswer {
  return { status, json: json === undefined ? undefined : encryptSecret(key, json) }
}

function opened({ status, json }: FirstAnswer, key: Buffer): FirstAnswer {
  return { status, json: json === undefined ? undefined : decryptSecret(key, json) }
}

/**
 * If-Match: the state that the client read must still stand. The lock makes the second of two saves wait for the
 * first, and then see what it left.
 */
async function requireFresh<Tables>(
  tx: WriteHandle<Tables>,
  { route, reading }: Bound<Tables>,
  call: Call,
): Promise<void> {
  if (!route.endpoint.guarded || reading?.kind !== 'read') return
  const expected = call.header('if-match')
  // Those who save without a condition share the place: they wait for nobody but who has one.
  const place = `${call.actor.siteId} ${route.endpoint.path} ${JSON.stringify(call.params)}`
  await takeTurn(tx, place, expected === undefined ? 'shared' : 'alone')
  if (expected === undefined) return
  const looking: Call = { ...call, query: {}, answering: { headers: {} } }
  const json = call.addressed(reading.serialize(await reading.answer(tx, looking)))
  if (!matchesState(expected, etagOf(json, looking.answering.version))) throw new Problem('stale')
}
