import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { defaultSettings } from '@inkstone/contract/settings.ts'
import type { Logger } from 'pino'
import { backupPlace } from '../backup-place.ts'
import type { Config } from '../config.ts'
import { recordAuditEntry } from '../features/audit-log/audit-log.actions.ts'
import { type BackupPlace, BackupRefused } from '../features/backups/backups.rules.ts'
import { isDatabaseInUse, restoreBackup } from '../features/backups/restore.actions.ts'
import {
  findOrder,
  type RestoreOrder,
  removeOrder,
  saveOutcome,
} from '../features/backups/restore-orders.store.ts'
import { FIRST_SITE } from '../features/sites/sites.actions.ts'
import { makeDataFolder } from '../open-database.ts'
import { systemActor } from '../platform/core/actor.ts'
import { settleRestored } from './settle-restored.ts'

/**
 * How long an order is valid. A node that was killed during a restore continues it at the next start. A node that starts
 * much later must not overwrite what other nodes have written since.
 */
const VALID_MS = 15 * 60_000

/**
 * Runs the ordered restore, if there is one, before the database is opened. If it fails or the process is killed, the
 * database is either the previous or the restored one, and complete.
 */
export async function doOrderedRestore(config: Config, log: Logger): Promise<void> {
  const place = backupPlace(config)
  const order = await findOrder(place)
  if (!order) return
  log.info({ backup: order.name, by: order.username }, 'restoring a backup')
  let reason = ''
  try {
    await makeDataFolder(config)
    if (order.orderedAt < Date.now() - VALID_MS) {
      // The process may have been killed after the database was replaced: old sessions must not become valid again.
      await settleRestored(config)
      throw new BackupRefused(
        'The service stopped during the restore and was started again too late to continue.',
      )
    }
    await requireFree(place)
    await restoreOrReturn(config, place, order)
    log.info({ backup: order.name }, 'the backup is restored')
  } catch (error) {
    reason = error instanceof BackupRefused ? error.message : `It failed: ${(error as Error).message}`
    log.error({ backup: order.name, err: error }, 'the backup was not restored')
  }
  await saveOutcome(place, { name: order.name, reason, at: Date.now() })
  await removeOrder(place)
}

async function restoreOrReturn(config: Config, place: BackupPlace, order: RestoreOrder): Promise<void> {
  const { manifest, kept } = await restoreBackup(place, order.name, { replace: true, now: Date.now() })
  if (manifest.kind !== 'database') return
  try {
    const { hasItsKey } = await settleRestored(config, (tx) =>
      recordAuditEntry(tx, actorOf(order), {
        action: 'backup.restored',
        targetType: 'backup',
        targetId: 0,
        after: { name: order.name },
      }),
    )
    if (!hasItsKey) throw new BackupRefused('The backup was made with another SECRET_KEY.')
  } catch (error) {
    if (kept === undefined) throw error
    await letGoOfDatabase(place)
    await restoreBackup(place, kept, { replace: true, now: Date.now() })
    await settleRestored(config)
    throw error
  }
  await letGoOfDatabase(place)
}

/** By name only: the user may not exist in the restored database. */
function actorOf({ username, userId }: RestoreOrder) {
  return { ...systemActor({ id: FIRST_SITE, alias: '', settings: defaultSettings }), username, userId }
}

const LOOKS = 20
const LOOK_AGAIN_MS = 250

async function requireFree(place: BackupPlace): Promise<void> {
  await letGoOfDatabase(place)
  if (await isDatabaseInUse(place))
    throw new BackupRefused('Another process or node uses this database; stop it first.')
}

/**
 * Waits until this process no longer has the database open. On Node 20 a closed SQLite connection keeps its lock until
 * its statements are collected; on PostgreSQL a connection ends a moment after it was closed.
 */
async function letGoOfDatabase(place: BackupPlace): Promise<void> {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  for (let look = 0; look < LOOKS; look++) {
    collectGarbage()
    await nextTurn()
    if (!(await isDatabaseInUse(place))) return
    await pause(LOOK_AGAIN_MS)
  }
}
