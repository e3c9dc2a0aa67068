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
  const owners = paths.map((path) => statSync(path, { throwIfNoEntry: false })?.uid)
  return owners.find((uid) => uid !== undefined) || undefined
}

/** Root may do everything, but the service of another user could not use the files that root creates. */
export function requireOwner(config: Config): void {
  const uid = otherOwner(config)
  if (uid !== undefined)
    throw new CommandFailed(
      `DATA_DIR: ${config.dataDir} belongs to user ${uid}, who could not use what root creates in it; run the command as that user, for example with sudo -u '#${uid}'.`,
    )
}
