import type { Tx } from '../../database.ts'
import type { Actor } from '../../platform/actor.ts'
import { insertEntry } from './audit-log.store.ts'

export interface Deed {
  /** What was done, as `thing.verb`. */
  readonly action: string
  readonly targetType: string
  readonly targetId: number
  readonly before?: unknown
  readonly after?: unknown
}

/** Keeps who did what to what, in the transaction of the deed itself. */
export async function recordDeed(tx: Tx, actor: Actor, deed: Deed): Promise<void> {
  await insertEntry(tx, {
    site_id: actor.siteId,
    user_id: actor.userId,
    username: actor.username,
    token_id: actor.token?.id ?? null,
    action: deed.action,
    target_type: deed.targetType,
    target_id: deed.targetId,
    before: deed.before === undefined ? null : JSON.stringify(deed.before),
    after: deed.after === undefined ? null : JSON.stringify(deed.after),
    address: actor.address,
    request_id: actor.requestId,
    created_at: tx.now,
  })
}
