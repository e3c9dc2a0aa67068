import { type createApiToken as createEndpoint, USUAL_TOKEN_LIMIT } from '@inkstone/contract/api-tokens.ts'
import type { BodyOf } from '@inkstone/contract/endpoint.ts'
import type { Role, SiteRoleRow } from '@inkstone/contract/permissions.ts'
import type { Db, Engine, Tx } from '../../database.ts'
import { type Actor, authorize, holds } from '../../platform/core/actor.ts'
import { invalid, Problem } from '../../platform/core/problem.ts'
import { randomToken, sha256Hex } from '../../platform/secrets/secrets.ts'
import { recordAuditEntry } from '../audit-log/audit-log.actions.ts'
import { siteIds } from '../sites/sites.actions.ts'
import { limitOf } from './api-tokens.rules.ts'
import {
  type ApiTokenRow,
  findTokenByHash,
  findTokens,
  insertToken,
  readToken,
  saveAllRevoked,
  saveRevoked,
  saveUse,
} from './api-tokens.store.ts'

export const API_TOKEN_PREFIX = 'ink_'
const TOKEN_BYTES = 30

/** The user of a credential. */
export interface TokenUser {
  readonly user_id: number
  readonly username: string
  readonly role: Role
  readonly siteRoles: readonly SiteRoleRow[]
  readonly status: number
  readonly is_vip: number
  readonly vip_until: number | null
}

/** The token with its user. Whether it has expired is checked separately. */
export async function findApiToken(db: Db, token: string) {
  const found = await findTokenByHash(db, sha256Hex(token))
  if (!found) throw new Problem('token-invalid')
  // It is valid again when the user is enabled.
  if (found.status === 0) throw new Problem('user-disabled')
  return found
}

export function requireUnexpired({ expires_at }: { expires_at: number | null }, now: number): void {
  if (expires_at !== null && expires_at <= now) throw new Problem('token-expired')
}

export async function createApiToken(
  tx: Tx,
  actor: Actor,
  { name, scope = 'read', sites = [], rate_limit, expire_time }: BodyOf<typeof createEndpoint>,
): Promise<{ row: ApiTokenRow; token: string }> {
  if ((rate_limit ?? 0) > USUAL_TOKEN_LIMIT) authorize(holds(actor, 'tokens.any'))
  if (expire_time != null && expire_time <= tx.now) throw invalid('expire_time', 'past-time')
  const wanted = [...new Set(sites)].sort((a, b) => a - b)
  await requireSites(tx, wanted)
  const token = `${API_TOKEN_PREFIX}${randomToken(TOKEN_BYTES)}`
  const id = await insertToken(tx, {
    user_id: actor.userId,
    name,
    scope,
    sites: JSON.stringify(wanted),
    rate_limit: limitOf(scope, rate_limit),
    token_hash: sha256Hex(token),
    hint: token.slice(-4),
    expires_at: expire_time ?? null,
  })
  await recordAuditEntry(tx, actor, {
    action: 'token.created',
    targetType: 'token',
    targetId: id,
    after: { name, scope, sites: wanted },
  })
  const row = await readToken(tx, id)
  if (!row) throw new Error('the new token is missing in its own transaction')
  return { row, token }
}

async function requireSites(tx: Tx, wanted: readonly number[]): Promise<void> {
  if (wanted.length === 0) return
  const known = new Set(await siteIds(tx))
  const unknown = wanted.filter((id) => !known.has(id))
  if (unknown.length > 0) throw invalid('sites', 'unknown-ids', { values: unknown.join(', ') })
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

/** After a password reset, tokens that an attacker may have created are revoked too. */
export const endTokensOf: (tx: Tx, userId: number) => Promise<void> = saveAllRevoked

/** Tokens of other users are not found, unless the actor manages all tokens. */
async function revoke(tx: Tx, actor: Actor, id: number): Promise<boolean> {
  const row = await readToken(tx, id)
  if (!row || (row.user_id !== actor.userId && !holds(actor, 'tokens.any'))) return false
  if (!(await saveRevoked(tx, id))) return false
  await recordAuditEntry(tx, actor, {
    action: 'token.revoked',
    targetType: 'token',
    targetId: id,
    before: { name: row.name },
  })
  return true
}

/** A token of the actor, or any token if the actor manages all tokens; including revoked ones. */
export async function ownedToken(db: Db, actor: Actor, id: number): Promise<ApiTokenRow> {
  const row = await readToken(db, id)
  if (!row || (row.user_id !== actor.userId && !holds(actor, 'tokens.any')))
    throw new Problem('token-not-found')
  return row
}

/** Whose tokens a list contains: those of the actor, or, if allowed, of another user or (0) of all users. */
export function requestedOwner(actor: Actor, userId: number | undefined): number | undefined {
  if (userId === undefined || userId === actor.userId) return actor.userId
  if (!holds(actor, 'tokens.any')) throw new Problem('forbidden')
  return userId === 0 ? undefined : userId
}

const NOTED_EVERY_MS = 5 * 60 * 1000
const MAX_NOTED = 20_000

/**
 * The last use of a token is stored with a resolution of some minutes, to avoid a write per request. Each node records
 * a token once in that time, for the first of many requests.
 */
export function createTokenUses(engine: Engine, onFailed: (error: unknown) => void) {
  const notedAt = new Map<number, number>()
  return (tokenId: number): void => {
    const now = Date.now()
    if (now - (notedAt.get(tokenId) ?? 0) < NOTED_EVERY_MS) return
    if (notedAt.size >= MAX_NOTED) notedAt.clear()
    notedAt.set(tokenId, now)
    engine
      .transact((tx) => saveUse(tx, tokenId))
      .catch((error) => {
        notedAt.delete(tokenId)
        onFailed(error)
      })
  }
}

export async function everyTokenOf(db: Db, userId: number, limit: number): Promise<readonly ApiTokenRow[]> {
  return (await findTokens(db, userId, { page: 1, page_size: limit })).rows
}
