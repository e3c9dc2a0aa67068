import type { PageQuery } from '@inkstone/contract/schema.ts'
import type { Db, Tx } from '../../database.ts'
import { boundsOf, type Found } from '../../platform/core/page.ts'
import type { BlockedNetworkRow } from './moderation.table.ts'

export async function isBlocked(
  db: Db,
  siteId: number,
  networks: readonly string[],
  now: number,
): Promise<boolean> {
  if (networks.length === 0) return false
  const row = await db
    .selectFrom('ip_blacklist')
    .select('id')
    .where('site_id', '=', siteId)
    .where('network', 'in', networks)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function findBlocked(
  db: Db,
  siteId: number,
  page: PageQuery,
): Promise<Found<BlockedNetworkRow>> {
  const { limit, offset } = boundsOf(page)
  const matching = db.selectFrom('ip_blacklist').where('site_id', '=', siteId)
  const rows = await matching.selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute()
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

export async function saveBlock(
  tx: Tx,
  block: { site_id: number; network: string; reason: string; expires_at: number | null; created_by: number },
): Promise<BlockedNetworkRow> {
  return tx
    .insertInto('ip_blacklist')
    .values({ ...block, created_at: tx.now })
    .onConflict((conflict) =>
      conflict.columns(['site_id', 'network']).doUpdateSet({
        reason: block.reason,
        expires_at: block.expires_at,
        created_by: block.created_by,
        created_at: tx.now,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function removeBlock(
  tx: Tx,
  siteId: number,
  column: 'id' | 'network',
  value: number | string,
): Promise<BlockedNetworkRow | undefined> {
  return tx
    .deleteFrom('ip_blacklist')
    .where('site_id', '=', siteId)
    .where(column, '=', value)
    .returningAll()
    .executeTakeFirst()
}
