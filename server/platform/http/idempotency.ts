import { sql } from 'kysely'
import { Problem } from '../problem.ts'
import type { WriteHandle } from '../sql/handles.ts'

const KEPT_MS = 24 * 60 * 60 * 1000
const WELL_FORMED = /^[\x21-\x7e]{1,200}$/

export interface FirstAnswer {
  readonly status: number
  readonly json: string | undefined
}

/** What makes two requests the same: the caller, the endpoint and the key it chose. */
export interface RequestKey {
  readonly caller: string
  readonly key: string
}

export function requestKey(
  caller: string,
  endpointPath: string,
  header: string | undefined,
): RequestKey | undefined {
  if (header === undefined) return undefined
  if (!WELL_FORMED.test(header)) throw new Problem('bad-idempotency-key')
  return { caller, key: `${endpointPath} ${header}` }
}

/**
 * Claims the key inside the transaction of the change, so that both are kept or neither is. A second request with the
 * same key waits here for the first one and then gets its answer.
 */
export async function claim<Tables>(
  tx: WriteHandle<Tables>,
  { caller, key }: RequestKey,
): Promise<FirstAnswer | undefined> {
  await sql`delete from idempotency_keys where caller = ${caller} and key = ${key} and created_at < ${tx.now - KEPT_MS}`.execute(
    tx,
  )
  const claimed =
    await sql`insert into idempotency_keys (caller, key, created_at) values (${caller}, ${key}, ${tx.now})
    on conflict (caller, key) do nothing returning key`.execute(tx)
  if (claimed.rows.length > 0) return undefined
  const { rows } = await sql<{
    status: number
    answer: string | null
  }>`select status, answer from idempotency_keys
    where caller = ${caller} and key = ${key}`.execute(tx)
  const [first] = rows
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

export async function forgetOldKeys<Tables>(tx: WriteHandle<Tables>): Promise<void> {
  await sql`delete from idempotency_keys where created_at < ${tx.now - KEPT_MS}`.execute(tx)
}
