import type { BackupKind } from '@inkstone/contract/backups.ts'
import { backupPlace } from '../backup-place.ts'
import { makeBackup } from '../features/backups/backups.actions.ts'
import { BackupRefused } from '../features/backups/backups.rules.ts'
import { makeDataFolder } from '../open-database.ts'
import { type CommandCall, CommandFailed } from './command.ts'
import { type Progress, startProgress } from './progress.ts'

/** Backs up the database, and the uploads if requested. Runs no migrations. */
export async function backupCommand(call: CommandCall): Promise<void> {
  const config = call.config()
  await makeDataFolder(config)
  const place = backupPlace(config)
  const kinds: BackupKind[] = call.flag('uploads') ? ['database', 'uploads'] : ['database']
  for (const kind of kinds) {
    const progress = progressOf(call)
    const { name } = await plainly(() => makeBackup(place, kind, Date.now(), progress))
    progress.end()
    call.print(`${name}\n`)
  }
}

/** A progress bar that starts with the first report, which contains the total; one per unit. */
export function progressOf(call: CommandCall) {
  let shown: { unit: string; bar: Progress } | undefined
  return {
    onProgress(done: number, total: number, unit: string): void {
      if (shown?.unit !== unit) {
        shown?.bar.end()
        shown = { unit, bar: startProgress(call, total, unit) }
      }
      shown.bar.show(done)
    },
    end: () => shown?.bar.end(),
  }
}

export async function plainly<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof BackupRefused) throw new CommandFailed(error.message)
    throw error
  }
}
