import type { TSchema } from '@sinclair/typebox'
import fastJsonStringify from 'fast-json-stringify'
import { Problem, statusOf } from '../core/problem.ts'
import { decryptSecret, encryptSecret } from '../secrets/secrets.ts'
import type { SqlEngine, WriteHandle } from '../sql/handles.ts'
import { etagOf, matchesState, matchesVersion } from './etag.ts'
import { claim, type FirstAnswer, type RequestKey, remember } from './idempotency.ts'
import type { Call, Route } from './route.ts'

/** Serialises data with the schema of the endpoint, so that undeclared fields cannot leak. */
export type Serializer = (data: unknown) => string

const compiled = new WeakMap<TSchema, Serializer>()

/** A schema takes long to compile: it is compiled on first use, and once for all endpoints that share it. */
export function createSerializer(schema: TSchema): Serializer {
  let stringify: Serializer | undefined
  return (data) => {
    stringify ??= compiledFor(schema)
    return stringify(data)
  }
}

function compiledFor(schema: TSchema): Serializer {
  const known = compiled.get(schema) ?? fastJsonStringify(JSON.parse(JSON.stringify(schema)))
  compiled.set(schema, known as Serializer)
  return known as Serializer
}

export interface Bound<Tables> {
  readonly route: Exclude<Route<Tables>, { kind: 'stream' }>
  readonly serialize: Serializer | undefined
  /** The GET whose ETag is returned and compared with If-Match. */
  readonly reading: (Exclude<Route<Tables>, { kind: 'stream' }> & { serialize: Serializer }) | undefined
}

export interface Answer extends FirstAnswer {
  readonly replayed?: true
}

/** Runs a route and returns its data as JSON. Handles transactions, Idempotency-Key and If-Match. */
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
          if (first) {
            const again = opened(first, sealingKey)
            call.answering.etag = again.etag
            return { ...again, replayed: true as const }
          }
          await requireFresh(tx, bound, call)
          call.answering.etag = undefined
          const presentEtag = () => etagNow(tx, bound, call, call.params)
          const data = await route.answer(tx, { ...call, presentEtag }, prepared)
          const json = toJson(data)
          if (route.endpoint.tagged)
            call.answering.etag ??= await etagAfter(tx, bound, call, paramsAfter(bound, call, data))
          const { etag } = call.answering
          if (key) await remember(tx, key, sealed({ status, json, etag }, sealingKey))
          return { status, json }
        },
        { site: call.actor.siteId },
      )
    }
  }
}

/**
 * The first response is stored encrypted, because it may contain a secret that is shown only once. Its ETag is on a line
 * before it, if it has one: JSON is on one line.
 */
function sealed({ status, json, etag }: FirstAnswer, key: Buffer): FirstAnswer {
  const text = etag === undefined ? json : `${etag}\n${json ?? ''}`
  return { status, json: text === undefined ? undefined : encryptSecret(key, text) }
}

function opened({ status, json }: FirstAnswer, key: Buffer): FirstAnswer {
  if (json === undefined) return { status, json }
  const [text = '', afterEtag] = decryptSecret(key, json).split('\n')
  return afterEtag === undefined
    ? { status, json: text }
    : { status, json: afterEtag || undefined, etag: text }
}

/**
 * If-Match: the version that the client read must be current. It is compared after the row is locked, so that no other
 * change can happen in between.
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

const CREATED = 201
const NOT_FOUND = 404

/** What a caller may create but not read, such as a disabled tag, has no ETag for them. */
async function etagAfter<Tables>(
  tx: WriteHandle<Tables>,
  bound: Bound<Tables>,
  call: Call,
  params: Call['params'],
): Promise<string | undefined> {
  try {
    return await etagNow(tx, bound, call, params)
  } catch (error) {
    const isHidden = error instanceof Problem && statusOf(error.problem) === NOT_FOUND
    if (isHidden && bound.route.endpoint.status === CREATED) return undefined
    throw error
  }
}

/** For created or renamed items, the path comes from the response. */
function paramsAfter<Tables>({ reading }: Bound<Tables>, call: Call, data: unknown): Call['params'] {
  const said = new Map<string, unknown>([...Object.entries(call.params), ...Object.entries(data ?? {})])
  const names = [...(reading?.endpoint.path ?? '').matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return Object.fromEntries(names.map((name) => [name, said.get(name)])) as Call['params']
}
