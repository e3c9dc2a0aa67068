import type { BlockDuration } from '@inkstone/contract/moderation.ts'
import type { PageQuery } from '@inkstone/contract/schema.ts'
import type { Db, Tx } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import type { Found } from '../../platform/core/page.ts'
import { invalid, Problem } from '../../platform/core/problem.ts'
import { recordAuditEntry } from '../audit-log/audit-log.actions.ts'
import { blockEnd, canonicalNetwork, networksAround } from './ip-blacklist.rules.ts'
import { findBlocked, isBlocked, removeBlock, saveBlock } from './ip-blacklist.store.ts'
import type { BlockedNetworkRow } from './moderation.table.ts'

export async function requireUnblocked(tx: Tx, actor: Actor): Promise<void> {
  if (await isBlocked(tx, actor.siteId, networksAround(actor.address), tx.now))
    throw new Problem('address-blocked')
}

export function blockedOn(db: Db, actor: Actor, page: PageQuery): Promise<Found<BlockedNetworkRow>> {
  return findBlocked(db, actor.siteId, page)
}

export async function block(
  tx: Tx,
  actor: Actor,
  { ip, duration, reason = '' }: { ip: string; duration: BlockDuration; reason?: string },
): Promise<BlockedNetworkRow> {
  const row = await saveBlock(tx, {
    site_id: actor.siteId,
    network: networkGiven(ip),
    reason,
    expires_at: blockEnd(duration, tx.now),
    created_by: actor.userId,
  })
  await recordAuditEntry(tx, actor, {
    action: 'address.blocked',
    targetType: 'network',
    targetId: row.id,
    after: { network: row.network, duration, reason },
  })
  return row
}

function networkGiven(ip: string): string {
  const network = canonicalNetwork(ip)
  if (network === undefined) throw invalid('ip', 'not-network')
  return network
}

export async function unblock(tx: Tx, actor: Actor, which: { id: number } | { ip: string }): Promise<void> {
  const row =
    'id' in which
      ? await removeBlock(tx, actor.siteId, 'id', which.id)
      : await removeBlock(tx, actor.siteId, 'network', networkGiven(which.ip))
  if (!row) throw new Problem('block-not-found')
  await recordAuditEntry(tx, actor, {
    action: 'address.unblocked',
    targetType: 'network',
    targetId: row.id,
    before: { network: row.network },
  })
}
