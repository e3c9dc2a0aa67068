import { showTimes, type Zone } from '../../platform/times.ts'
import type { KeptBackup } from './backups.store.ts'

export function showBackup(zone: Zone) {
  return ({ name, createdAt, manifest: { kind, engine, files } }: KeptBackup) => ({
    name,
    kind,
    size: files.reduce((sum, { size }) => sum + size, 0),
    engine,
    ...showTimes(zone, { create: createdAt }),
  })
}
