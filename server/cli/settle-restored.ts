import type { Config } from '../config.ts'
import type { Engine, Tx } from '../database.ts'
import { endAllLinks } from '../features/account-links/account-links.actions.ts'
import { restartChanges } from '../features/changes/changes.actions.ts'
import { endEverySession } from '../features/sessions/sessions.actions.ts'
import { fingerprint } from '../platform/secrets/secrets.ts'
import { keptSecretKey } from '../secret-key.ts'
import { withDatabase } from './with-database.ts'

interface Settled {
  /** The migrations that it lacked. */
  readonly applied: readonly string[]
  /** Whether the service has the key that it was made with. */
  readonly hasItsKey: boolean
}

/** Brings a restored database up to date, and ends what was handed out in its life before. */
export function settleRestored(
  config: Config,
  also: (tx: Tx) => Promise<void> = async () => {},
): Promise<Settled> {
  // What is migrated now is the backup itself.
  return withDatabase({ ...config, migrateBackup: false }, async (engine, { applied }) => {
    await engine.transact(async (tx) => {
      await endEverySession(tx)
      await endAllLinks(tx)
      await restartChanges(tx)
      await also(tx)
    })
    return { applied, hasItsKey: await hasItsKey(config, engine) }
  })
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
