import type { TSchema } from '@sinclair/typebox'
import fastJsonStringify from 'fast-json-stringify'
import { Problem } from '../core/problem.ts'
import { decryptSecret, encryptSecret } from '../secrets/secrets.ts'
import type { SqlEngine, WriteHandle } from '../sql/handles.ts'
import { etagOf, matchesState, matchesVersion } from './etag.ts'
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
  /** The GET whose ETag the answer carries, and which an If-Match is compared with. */
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
      return engine.transact(
        async (tx) => {
          const first = key && (await claim(tx, key))
          if (first) return { ...opened(first, sealingKey), replayed: true as const }
          await requireFresh(tx, bound, call)
          call.answering.etag = undefined
          const presentEtag = () => etagNow(tx, bound, call, call.params)
          const data = await route.answer(tx, { ...call, presentEtag }, prepared)
          const json = toJson(data)
          if (route.endpoint.tagged)
            call.answering.etag ??= await etagNow(tx, bound, call, paramsAfter(bound, call, data))
          if (key) await remember(tx, key, sealed({ status, json }, sealingKey))
          return { status, json }
        },
        { site: call.actor.siteId },
      )
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
 * If-Match: the state that the client read must still be there. It is compared once the row is locked, so that no
 * other change, by whatever way, comes in between.
 */
async function requireFresh<Tables>(
  tx: WriteHandle<Tables>,
  bound: Bound<Tables>,
  call: Call,
): Promise<void> {
  const { route } = bound
  const expected = call.header('if-match')
  if (route.kind !== 'write' || !route.endpoint.guarded || expected === undefined) return
  const version = await route.guard?.(tx, call)
  const fresh =
    version === undefined
      ? matchesState(expected, await etagNow(tx, bound, call, call.params))
      : matchesVersion(expected, version)
  if (!fresh) throw new Problem('stale')
}

async function etagNow<Tables>(
  tx: WriteHandle<Tables>,
  { reading }: Bound<Tables>,
  call: Call,
  params: Call['params'],
): Promise<string> {
  if (reading?.kind !== 'read') throw new Error('there is no GET to take the ETag from')
  const looking: Call = { ...call, params, query: {}, answering: { headers: {} } }
  const json = call.addressed(reading.serialize(await reading.answer(tx, looking)))
  return etagOf(json, looking.answering.version)
}

/** What was made, or has another name now, says in the answer what it is called. */
function paramsAfter<Tables>({ reading }: Bound<Tables>, call: Call, data: unknown): Call['params'] {
  const said = new Map<string, unknown>([...Object.entries(call.params), ...Object.entries(data ?? {})])
  const names = [...(reading?.endpoint.path ?? '').matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return Object.fromEntries(names.map((name) => [name, said.get(name)])) as Call['params']
}
