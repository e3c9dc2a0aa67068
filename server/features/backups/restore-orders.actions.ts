import type { Engine } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { invalid, Problem } from '../../platform/core/problem.ts'
import { recordAuditEntry } from '../audit-log/audit-log.actions.ts'
import { type BackupPlace, BackupRefused } from './backups.rules.ts'
import { findOrder, saveOrder } from './restore-orders.store.ts'
import { findBackup } from './stored-backups.actions.ts'

/** Makes the service stop, restore a backup and start again. Nothing is changed before the whole backup is verified. */
export async function orderRestore(
  engine: Engine,
  actor: Actor,
  place: BackupPlace,
  { name, confirm }: { readonly name: string; readonly confirm: string },
): Promise<void> {
  await findBackup(place, name)
  if (confirm !== name) throw invalid('confirm', 'not-allowed', { values: name })
  // Loads the PostgreSQL driver, which SQLite nodes do not need otherwise.
  const { requireRestorable } = await import('./restore.actions.ts')
  await requireRestorable(place, name).catch((error) => {
    if (error instanceof BackupRefused) throw new Problem('backup-unfit')
    throw error
  })
  if (await findOrder(place)) throw new Problem('restore-under-way')
  await engine.transact((tx) =>
    recordAuditEntry(tx, actor, {
      action: 'backup.restore-ordered',
      targetType: 'backup',
      targetId: 0,
      after: { name },
    }),
  )
  await saveOrder(place, {
    name,
    siteId: actor.siteId,
    userId: actor.userId,
    username: actor.username,
    orderedAt: Date.now(),
  })
}
