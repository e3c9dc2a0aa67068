import { sql } from 'kysely'
import type { Actor } from '../core/actor.ts'
import { Problem } from '../core/problem.ts'
import { sha256Hex } from '../secrets/secrets.ts'
import type { SqlEngine, WriteHandle } from '../sql/handles.ts'
import { deleteInPortions } from '../sql/portions.ts'

const KEPT_MS = 24 * 60 * 60 * 1000
const WELL_FORMED = /^[\x21-\x7e]{1,200}$/

export interface FirstAnswer {
  readonly status: number
  readonly json: string | undefined
  readonly etag?: string | undefined
}

/** The caller, its key, and the request. */
export interface RequestKey {
  readonly caller: string
  readonly key: string
  readonly fingerprint: string
}

interface Asked {
  readonly actor: Actor
  readonly method: string
  /** The whole path, with its ids. */
  readonly path: string
  /** The raw body, or a substitute for it. */
  readonly body: unknown
}

/** The key of a request. Anonymous callers are identified by their IP address. */
export function requestKey(
  header: string | undefined,
  { actor, method, path, body }: Asked,
): RequestKey | undefined {
  if (header === undefined) return undefined
  if (!WELL_FORMED.test(header)) throw new Problem('bad-idempotency-key')
  const fingerprint = sha256Hex(`${method} ${path} ${JSON.stringify(body ?? {})}`)
  const caller = actor.kind === 'anonymous' ? `address ${actor.address}` : String(actor.userId)
  return { caller: `${actor.siteId} ${caller}`, key: header, fingerprint }
}

/** The same for a body that is known later. An invalid key is rejected at once, before a file is received. */
export function laterKey(
  actor: Actor,
  { method, path }: Pick<Asked, 'method' | 'path'>,
  header: string | undefined,
): (body: unknown) => RequestKey | undefined {
  const keyFor = (body: unknown) => requestKey(header, { actor, method, path, body })
  keyFor(undefined)
  return keyFor
}

/** The key of one of several changes of a request. No client can send it: it contains a space. */
export function keyOfPart({ key, ...others }: RequestKey, index: number): RequestKey {
  return { ...others, key: `${key} ${index}` }
}

/**
 * Claims the key in the transaction of the change, so that both are stored or neither. A second request with the same
 * key waits for the first and gets its response, if it is the same request.
 */
export async function claim<Tables>(
  tx: WriteHandle<Tables>,
  { caller, key, fingerprint }: RequestKey,
): Promise<FirstAnswer | undefined> {
  await sql`delete from idempotency_keys where caller = ${caller} and key = ${key} and created_at < ${tx.now - KEPT_MS}`.execute(
    tx,
  )
  const claimed = await sql`insert into idempotency_keys (caller, key, fingerprint, created_at)
    values (${caller}, ${key}, ${fingerprint}, ${tx.now})
    on conflict (caller, key) do nothing returning key`.execute(tx)
  if (claimed.rows.length > 0) return undefined
  const { rows } = await sql<{
    status: number
    answer: string | null
    fingerprint: string
  }>`select status, answer, fingerprint from idempotency_keys
    where caller = ${caller} and key = ${key}`.execute(tx)
  const [first] = rows
  if (first && first.fingerprint !== fingerprint) throw new Problem('idempotency-key-reused')
  return { status: first?.status ?? 200, json: first?.answer ?? undefined }
}

export async function remember<Tables>(
  tx: WriteHandle<Tables>,
  { caller, key }: RequestKey,
  answer: FirstAnswer,
): Promise<void> {
  await sql`update idempotency_keys set status = ${answer.status}, answer = ${answer.json ?? null}
    where caller = ${caller} and key = ${key}`.execute(tx)
}

/** After the key that encrypts the answers was replaced: none of them can be read any more. */
export async function deleteIdempotencyKeys<Tables>(tx: WriteHandle<Tables>): Promise<void> {
  await sql`delete from idempotency_keys`.execute(tx)
}

export async function deleteOldKeys<Tables>(engine: SqlEngine<Tables>): Promise<void> {
  await deleteInPortions(
    engine,
    'idempotency_keys',
    ['caller', 'key'],
    (now) => sql`created_at < ${now - KEPT_MS}`,
  )
}
