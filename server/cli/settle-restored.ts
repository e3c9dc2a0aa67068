import type { Config } from '../config.ts'
import type { Engine, Tx } from '../database.ts'
import { endAllLinks } from '../features/account-links/account-links.actions.ts'
import { makeBackups } from '../features/backups/backups.rules.ts'
import { restartChanges } from '../features/changes/changes.actions.ts'
import { endEverySession } from '../features/sessions/sessions.actions.ts'
import { endRunningJobs } from '../platform/jobs/jobs.store.ts'
import { fingerprint } from '../platform/secrets/secrets.ts'
import { keptSecretKey } from '../secret-key.ts'
import { withDatabase } from './with-database.ts'

interface Settled {
  /** The migrations that were applied. */
  readonly applied: readonly string[]
  /** Whether the service has the secret key of the backup. */
  readonly hasItsKey: boolean
}

/** Migrates a restored database and invalidates its sessions, links, cursors and the job that made it. */
export function settleRestored(
  config: Config,
  also: (tx: Tx) => Promise<void> = async () => {},
): Promise<Settled> {
  // No backup before this migration: the database is a backup.
  return withDatabase({ ...config, migrateBackup: false }, async (engine, { applied }) => {
    await engine.transact(async (tx) => {
      await endEverySession(tx)
      await endAllLinks(tx)
      await restartChanges(tx)
      // The backup was made by such a job, which would run again.
      await endRunningJobs(tx, makeBackups.name)
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
