import { showTimes, type Zone } from '../../platform/times/times.ts'
import type { KeptBackup } from './backups.store.ts'
import type { SeenBackup } from './stored-backups.actions.ts'

export function showBackup(zone: Zone) {
  return ({ name, createdAt, manifest: { kind, engine, files } }: KeptBackup) => ({
    name,
    kind,
    size: files.reduce((sum, { size }) => sum + size, 0),
    engine,
    ...showTimes(zone, { create: createdAt }),
  })
}

export function showBackupDetail(zone: Zone) {
  return ({ backup, lost, lastRestore }: SeenBackup) => ({
    ...showBackup(zone)(backup),
    lost,
    command: `inkstone restore --replace ${backup.name}`,
    last_restore: lastRestore
      ? {
          done: lastRestore.reason === '' ? (1 as const) : (0 as const),
          reason: lastRestore.reason,
          ...showTimes(zone, { restore: lastRestore.at }),
        }
      : null,
  })
}
