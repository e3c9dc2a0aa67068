import { getStats } from '@inkstone/contract/stats.ts'
import { acts } from '../../database.ts'
import type { BackupPlace } from '../backups/backups.rules.ts'
import { statsFor } from './stats.actions.ts'
import { showStats } from './stats.view.ts'

export const statsRoutes = (place: BackupPlace) => [
  acts(getStats, async (engine, { actor, query, zone }) =>
    showStats(zone)(await statsFor(engine, actor, zone, place, query)),
  ),
]
