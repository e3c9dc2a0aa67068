import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, sqlitePath } from '../config.ts'
import { secretKeyPath } from '../secret-key.ts'
import { CommandFailed } from './command.ts'

/** The user who owns the data, if this is root and they are another user. */
export function otherOwner(config: Config): number | undefined {
  if (process.getuid?.() !== 0) return undefined
  const { databaseUrl, dataDir } = config
  const paths = [
    ...(databaseUrl === undefined ? [sqlitePath(config)] : []),
    secretKeyPath(dataDir),
    join(dataDir, 'backups'),
    dataDir,
  ]
  return paths.map(ownerOf).find((uid) => uid !== undefined) || undefined
}

/** Undefined for what does not exist. That the data folder is a file is said where it is opened. */
function ownerOf(path: string): number | undefined {
  try {
    return statSync(path).uid
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}

/** Root may do everything, but the service of another user could not use the files that root creates. */
export function requireOwner(config: Config): void {
  const uid = otherOwner(config)
  if (uid !== undefined)
    throw new CommandFailed(
      `DATA_DIR: ${config.dataDir} belongs to user ${uid}, who could not use what root creates in it; run the command as that user, for example with sudo -u '#${uid}'.`,
    )
}
