import * as contract from '@inkstone/contract/recycle-bin.ts'
import { acts, reads, writes } from '../../database.ts'
import { paginated } from '../../platform/core/page.ts'
import type { Zone } from '../../platform/times/times.ts'
import type { BinKind } from '../deletion/bin-kinds.rules.ts'
import { emptyBin, listBin, purgeFromBin, restoreFromBin } from './recycle-bin.actions.ts'
import type { BinRow } from './recycle-bin.store.ts'

const DAY_MS = 86_400_000

export const recycleBinRoutes = (kinds: readonly BinKind[]) => [
  reads(contract.listBin, async (db, { actor, query, zone }) =>
    paginated(
      await listBin(db, actor, kinds, query.type, query),
      query,
      showDeleted(zone, actor.site.settings.recycle_days),
    ),
  ),
  writes(contract.restoreFromBin, async (tx, { actor, params }) =>
    restoreFromBin(tx, actor, kinds, params.type, params.id),
  ),
  writes(contract.purgeFromBin, async (tx, { actor, params }) =>
    purgeFromBin(tx, actor, kinds, params.type, params.id),
  ),
  acts(contract.emptyBin, async (engine, { actor, query }) => emptyBin(engine, actor, kinds, query.type)),
]

function showDeleted(zone: Zone, keptDays: number) {
  return (row: BinRow) => ({
    id: row.id,
    type: row.type,
    title: row.title,
    deleted_by: { id: row.deleted_by, username: row.username ?? '', nickname: row.nickname ?? '' },
    deleted_at: zone.format(row.deleted_at),
    purge_at: zone.format(row.deleted_at + keptDays * DAY_MS),
  })
}
