import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { Db, Tx } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { Problem } from '../../platform/core/problem.ts'
import type { ZipEntry } from '../../platform/documents/zip.ts'
import { recordAuditEntry } from '../audit-log/audit-log.actions.ts'
import type { BackupPlace } from './backups.rules.ts'
import { findBackups, type KeptBackup } from './backups.store.ts'
import { countSince, type Losses } from './losses.store.ts'
import { MANIFEST } from './manifest.rules.ts'
import { findOutcome, type RestoreOutcome } from './restore-orders.store.ts'

/** Compares with existing names: the requested name is never used as a path. */
export async function findBackup({ folder }: Pick<BackupPlace, 'folder'>, name: string): Promise<KeptBackup> {
  const backup = (await findBackups(folder)).find((kept) => kept.name === name)
  if (!backup) throw new Problem('backup-not-found')
  return backup
}

export interface SeenBackup {
  readonly backup: KeptBackup
  readonly lost: Losses
  readonly lastRestore: RestoreOutcome | undefined
}

export async function seeBackup(db: Db, place: BackupPlace, name: string): Promise<SeenBackup> {
  const backup = await findBackup(place, name)
  const since = await countSince(db, backup.createdAt)
  const lost =
    backup.manifest.kind === 'database'
      ? since
      : { articles: 0, pages: 0, comments: 0, media: since.media, users: 0 }
  const outcome = await findOutcome(place)
  return { backup, lost, lastRestore: outcome?.name === name ? outcome : undefined }
}

/** The files of a backup and its manifest, under its name. Unpacked, the folder can be restored. */
export async function* filesOfBackup(
  { folder }: Pick<BackupPlace, 'folder'>,
  { name, manifest }: KeptBackup,
  signal: AbortSignal,
): AsyncGenerator<ZipEntry> {
  for (const path of [MANIFEST, ...manifest.files.map((file) => file.path)]) {
    signal.throwIfAborted()
    yield { path: `${name}/${path}`, content: createReadStream(join(folder, name, path)), stored: true }
  }
}

export async function recordDownload(tx: Tx, actor: Actor, name: string): Promise<void> {
  await recordAuditEntry(tx, actor, {
    action: 'backup.downloaded',
    targetType: 'backup',
    targetId: 0,
    after: { name },
  })
}
