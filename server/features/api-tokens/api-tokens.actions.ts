import type { createApiToken as createEndpoint } from '@inkstone/contract/api-tokens.ts'
import type { BodyOf } from '@inkstone/contract/endpoint.ts'
import type { Role, SiteRoleRow } from '@inkstone/contract/permissions.ts'
import type { Db, Engine, Tx } from '../../database.ts'
import { type Actor, holds } from '../../platform/actor.ts'
import { invalid, Problem } from '../../platform/problem.ts'
import { randomToken, sha256Hex } from '../../platform/secrets.ts'
import { recordDeed } from '../audit-log/audit-log.actions.ts'
import {
  type ApiTokenRow,
  findTokenByHash,
  insertToken,
  readToken,
  removeToken,
  touchToken,
} from './api-tokens.store.ts'

export const API_TOKEN_PREFIX = 'ink_'
const TOKEN_BYTES = 30

/** The user in whose name a credential acts. */
export interface TokenUser {
  readonly user_id: number
  readonly username: string
  readonly role: Role
  readonly siteRoles: readonly SiteRoleRow[]
  readonly status: number
  readonly is_vip: number
  readonly vip_until: number | null
}

/** The token with the user in whose name it acts; whether it has expired meanwhile is another question. */
export async function findApiToken(db: Db, token: string) {
  const found = await findTokenByHash(db, sha256Hex(token))
  if (!found || found.status === 0) throw new Problem('token-invalid')
  return found
}

export function requireUnexpired({ expires_at }: { expires_at: number | null }, now: number): void {
  if (expires_at !== null && expires_at <= now) throw new Problem('token-expired')
}

export async function createApiToken(
  tx: Tx,
  actor: Actor,
  { name, scope = 'read', expire_time }: BodyOf<typeof createEndpoint>,
): Promise<{ row: ApiTokenRow; token: string }> {
  if (expire_time != null && expire_time <= tx.now) throw invalid('expire_time', 'past-time')
  const token = `${API_TOKEN_PREFIX}${randomToken(TOKEN_BYTES)}`
  const id = await insertToken(tx, {
    user_id: actor.userId,
    name,
    scope,
    token_hash: sha256Hex(token),
    hint: token.slice(-4),
    expires_at: expire_time ?? null,
    last_used_at: null,
  })
  await recordDeed(tx, actor, {
    action: 'token.created',
    targetType: 'token',
    targetId: id,
    after: { name, scope },
  })
  const row = await readToken(tx, id)
  if (!row) throw new Error('a token vanished in its own transaction')
  return { row, token }
}

export async function revokeApiToken(tx: Tx, actor: Actor, id: number): Promise<void> {
  if (!(await revoke(tx, actor, id))) throw new Problem('token-not-found')
}

export async function revokeApiTokens(
  tx: Tx,
  actor: Actor,
  ids: readonly number[],
): Promise<{ success_count: number; failed_count: number }> {
  const wanted = new Set(ids)
  let revoked = 0
  for (const id of wanted) if (await revoke(tx, actor, id)) revoked += 1
  return { success_count: revoked, failed_count: wanted.size - revoked }
}

/** A token of somebody else does not exist, except for those who look after everybody's. */
async function revoke(tx: Tx, actor: Actor, id: number): Promise<boolean> {
  const row = await readToken(tx, id)
  if (!row || (row.user_id !== actor.userId && !holds(actor, 'tokens.any'))) return false
  await removeToken(tx, id)
  await recordDeed(tx, actor, {
    action: 'token.revoked',
    targetType: 'token',
    targetId: id,
    before: { name: row.name },
  })
  return true
}

/** Whose tokens a list shows: one's own, or, for who may, another's or (0) everybody's. */
export function ownerAsked(actor: Actor, userId: number | undefined): number | undefined {
  if (userId === undefined || userId === actor.userId) return actor.userId
  if (!holds(actor, 'tokens.any')) throw new Problem('forbidden')
  return userId === 0 ? undefined : userId
}

const NOTED_EVERY_MS = 5 * 60 * 1000

/** When a token was last used is worth knowing to some minutes, not a write on every request. */
export async function noteTokenUse(
  engine: Engine,
  { tokenId, last_used_at }: { tokenId: number; last_used_at: number | null },
) {
  if (last_used_at !== null && Date.now() - last_used_at < NOTED_EVERY_MS) return
  await engine.transact((tx) => touchToken(tx, tokenId))
}
