import type { Db, Tx } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { findEntriesOfToken, insertEntry } from './audit-log.store.ts'

export interface AuditEntry {
  /** The action, as `thing.verb`. */
  readonly action: string
  readonly targetType: string
  readonly targetId: number
  readonly before?: unknown
  readonly after?: unknown
}

/** Records who did what, in the transaction of the change. */
export async function recordAuditEntry(tx: Tx, actor: Actor, entry: AuditEntry): Promise<void> {
  await insertEntry(tx, {
    site_id: actor.siteId,
    user_id: actor.userId,
    username: actor.username,
    token_id: actor.token?.id ?? null,
    action: entry.action,
    target_type: entry.targetType,
    target_id: entry.targetId,
    before: entry.before === undefined ? null : JSON.stringify(entry.before),
    after: entry.after === undefined ? null : JSON.stringify(entry.after),
    address: actor.address,
    request_id: actor.requestId,
    created_at: tx.now,
  })
}

/** A change made with an API token. */
export interface TokenChange {
  readonly siteId: number
  readonly action: string
  readonly targetType: string
  readonly targetId: number
  readonly before: unknown
  readonly after: unknown
  readonly createdAt: number
}

/** The changes made with a token since a given time, oldest first. */
export async function changesByToken(db: Db, tokenId: number, since: number): Promise<TokenChange[]> {
  const rows = await findEntriesOfToken(db, tokenId, since)
  return rows.map((row) => ({
    siteId: row.site_id,
    action: row.action,
    targetType: row.target_type,
    targetId: row.target_id,
    before: row.before === null ? null : JSON.parse(row.before),
    after: row.after === null ? null : JSON.parse(row.after),
    createdAt: row.created_at,
  }))
}
