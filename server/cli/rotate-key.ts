import { backupPlace } from '../backup-place.ts'
import { endAllLinks } from '../features/account-links/account-links.actions.ts'
import { isDatabaseInUse } from '../features/backups/restore.actions.ts'
import { reencryptFactors } from '../features/second-factor/second-factor.actions.ts'
import { endEverySession } from '../features/sessions/sessions.actions.ts'
import { reencryptWebhooks } from '../features/webhooks/webhooks.actions.ts'
import { deleteIdempotencyKeys } from '../platform/http/idempotency.ts'
import { replaceSecretKey } from '../secret-key.ts'
import { type CommandCall, CommandFailed } from './command.ts'
import { withDatabase } from './with-database.ts'

/** Replaces the key that signs tokens and encrypts secrets. A running node would go on with the old one. */
export async function rotateKeyCommand(call: CommandCall): Promise<void> {
  const config = call.config()
  if (await isDatabaseInUse(backupPlace(config)))
    throw new CommandFailed('The service is running on this database; stop it first.')
  const withoutCodes = await withDatabase(config, (engine) =>
    replaceSecretKey(
      engine,
      { given: config.secretKey, dataDir: config.dataDir },
      (key) => call.print(`The new SECRET_KEY, for every node: ${key}\n`),
      async (tx, from, to) => {
        await reencryptWebhooks(tx, from, to)
        await endEverySession(tx)
        await endAllLinks(tx)
        await deleteIdempotencyKeys(tx)
        return reencryptFactors(tx, from, to)
      },
    ),
  )
  call.print('The key is replaced. All users have to log in again.\n')
  if (withoutCodes > 0) call.print(`Recovery codes no longer work (users: ${withoutCodes}).\n`)
}
