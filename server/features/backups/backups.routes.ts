import * as contract from '@inkstone/contract/backups.ts'
import { reads, writes } from '../../database.ts'
import { boundsOf, paginated } from '../../platform/page.ts'
import { orderBackup } from './backups.actions.ts'
import type { BackupPlace } from './backups.rules.ts'
import { findBackups } from './backups.store.ts'
import { showBackup } from './backups.view.ts'

export const backupRoutes = (place: BackupPlace) => [
  reads(contract.listBackups, async (_db, { query, zone }) => {
    const all = await findBackups(place.folder)
    const { offset, limit } = boundsOf(query)
    const found = { rows: all.slice(offset, offset + limit), total: all.length }
    return paginated(found, query, showBackup(zone))
  }),
  writes(contract.createBackup, async (tx, { actor, body }) => ({
    job_id: await orderBackup(tx, actor, place, body.kind),
  })),
]
