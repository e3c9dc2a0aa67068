import type { Config } from '../config.ts'
import type { Engine } from '../database.ts'
import { endAllLinks } from '../features/account-links/account-links.actions.ts'
import { backupPlace } from '../features/backups/backups.rules.ts'
import { restoreBackup } from '../features/backups/restore.actions.ts'
import { restartChanges } from '../features/changes/changes.actions.ts'
import { endEverySession } from '../features/sessions/sessions.actions.ts'
import { makeDataFolder } from '../open-database.ts'
import { fingerprint } from '../platform/secrets/secrets.ts'
import { keptSecretKey } from '../secret-key.ts'
import { plainly, progressOf } from './backup.ts'
import type { CommandCall } from './command.ts'
import { withDatabase } from './with-database.ts'

/** Puts a backup back, and brings its schema up to date. */
export async function restoreCommand(call: CommandCall): Promise<void> {
  const config = call.config()
  await makeDataFolder(config.dataDir)
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
  if (manifest.kind === 'database')
    // What is migrated now is the backup itself.
    await withDatabase({ ...config, migrateBackup: false }, async (engine, { applied }) => {
      for (const name of applied) call.print(`applied ${name}\n`)
      await engine.transact(async (tx) => {
        await endEverySession(tx)
        await endAllLinks(tx)
        await restartChanges(tx)
      })
      call.print('All users have to log in again.\n')
      if (!(await hasItsKey(config, engine)))
        call.print(
          'This backup was made with another SECRET_KEY. Set that key before you start the service.\n',
        )
    })
  call.print(
    `The ${manifest.kind} of ${manifest.created} ${manifest.kind === 'uploads' ? 'are' : 'is'} back.\n`,
  )
}

async function hasItsKey(config: Config, engine: Engine): Promise<boolean> {
  const kept = await engine.db
    .selectFrom('service_state')
    .select('value')
    .where('key', '=', 'secret_fingerprint')
    .executeTakeFirst()
  if (!kept) return true
  const key = await keptSecretKey(config.secretKey, config.dataDir)
  return key !== undefined && fingerprint(Buffer.from(key, 'utf8')) === kept.value
}
