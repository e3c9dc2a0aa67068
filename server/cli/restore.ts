import { backupPlace } from '../backup-place.ts'
import { restoreBackup } from '../features/backups/restore.actions.ts'
import { makeDataFolder } from '../open-database.ts'
import { plainly, progressOf } from './backup.ts'
import type { CommandCall } from './command.ts'
import { settleRestored } from './settle-restored.ts'

/** Restores a backup and migrates its schema. */
export async function restoreCommand(call: CommandCall): Promise<void> {
  const config = call.config()
  await makeDataFolder(config)
  const [nameOrPath = ''] = call.operands
  const progress = progressOf(call)
  const { manifest, kept } = await plainly(() =>
    restoreBackup(backupPlace(config), nameOrPath, {
      replace: call.flag('replace'),
      now: Date.now(),
      onProgress: progress.onProgress,
    }),
  )
  progress.end()
  if (kept !== undefined) call.print(`The previous data is kept in ${kept}\n`)
  if (manifest.kind === 'database') {
    const { applied, hasItsKey } = await settleRestored(config)
    for (const name of applied) call.print(`applied ${name}\n`)
    call.print('All users have to log in again.\n')
    if (!hasItsKey)
      call.print('This backup was made with another SECRET_KEY. Set that key before you start the service.\n')
  }
  call.print(
    `The ${manifest.kind} of ${manifest.created} ${manifest.kind === 'uploads' ? 'are' : 'is'} back.\n`,
  )
}
