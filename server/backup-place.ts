import { join } from 'node:path'
import { type Config, sqlitePath, themeFolder } from './config.ts'
import type { BackupPlace } from './features/backups/backups.rules.ts'
import { secretKeyPath } from './secret-key.ts'
import { storageOf } from './storages.ts'

export function backupPlace(config: Config): BackupPlace {
  const { elsewhere, open } = storageOf(config)
  return {
    folder: join(config.dataDir, 'backups'),
    databaseUrl: config.databaseUrl,
    sqlitePath: sqlitePath(config),
    secretKeyPath: secretKeyPath(config.dataDir),
    uploads: join(config.dataDir, 'uploads'),
    theme: themeFolder(config),
    elsewhere,
    openStorage: open,
    postgresPrograms: config.postgresPrograms,
  }
}
