import type { Db, Tx } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { findEntriesOfToken, findTargetsOfToken, insertEntry } from './audit-log.store.ts'

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

/** An item that was changed with an API token. */
export interface ChangedTarget {
  readonly siteId: number
  readonly type: string
  readonly id: number
}

/** What was changed with a token since a given time, most recently changed first. */
export async function targetsOfToken(db: Db, tokenId: number, since: number): Promise<ChangedTarget[]> {
  const targets = await findTargetsOfToken(db, tokenId, since)
  return targets.map(({ site_id, target_type, target_id }) => ({
    siteId: site_id,
    type: target_type,
    id: target_id,
  }))
}

/** A change made with an API token. */
export interface TokenChange {
  readonly action: string
  readonly before: unknown
  readonly after: unknown
  readonly createdAt: number
}

/** The changes of one item made with a token since a given time, oldest first. */
export async function changesByToken(
  db: Db,
  tokenId: number,
  since: number,
  { siteId, type, id }: ChangedTarget,
): Promise<TokenChange[]> {
  const target = { site_id: siteId, target_type: type, target_id: id }
  const rows = await findEntriesOfToken(db, tokenId, since, target)
  return rows.map((row) => ({
    action: row.action,
    before: row.before === null ? null : JSON.parse(row.before),
    after: row.after === null ? null : JSON.parse(row.after),
    createdAt: row.created_at,
  }))
}
