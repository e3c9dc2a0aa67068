import { showTimes, type Zone } from '../../platform/times/times.ts'
import type { Stats } from './stats.actions.ts'

export function showStats(zone: Zone) {
  return ({ backups, ...stats }: Stats) => ({
    ...stats,
    backups: backups && {
      count: backups.count,
      bytes: backups.bytes,
      ...showTimes(zone, { database: backups.database, uploads: backups.uploads }),
    },
  })
}
