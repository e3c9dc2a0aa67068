import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupKind } from '@inkstone/contract/backups.ts'
import type { Tx } from '../../database.ts'
import manifestOfProgram from '../../package.json' with { type: 'json' }
import type { Actor } from '../../platform/core/actor.ts'
import { invalid } from '../../platform/core/problem.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { EngineName } from '../../platform/sql/handles.ts'
import { recordAuditEntry } from '../audit-log/audit-log.actions.ts'
import { type BackupPlace, BackupRefused, expiredBackups, kindsOf, makeBackups } from './backups.rules.ts'
import { backupNames, findBackups, type KeptBackup, keepBackup, removeBackup } from './backups.store.ts'
import { copyDurably, exists, filesBelow, linkOrCopy } from './file-copies.ts'
import { databaseFile, FORMAT, type Manifest, SECRET_KEY_FILE, UPLOADS_FOLDER } from './manifest.rules.ts'
import { type Copying, copySqlite, type DatabaseContents } from './sqlite-copy.ts'
import { keepTheme } from './theme-copy.ts'

/** Starts a backup in the background and returns its job, or the job that is already waiting or running. */
export async function orderBackup(
  tx: Tx,
  actor: Actor,
  place: BackupPlace,
  kind: BackupKind | 'all',
): Promise<number> {
  if (kindsOf(kind, place).length === 0) throw invalid('kind', 'not-allowed', { values: 'database, all' })
  const payload = { kind }
  await enqueue(tx, makeBackups, payload, { uniqueKey: kind })
  const { id } = await tx
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', makeBackups.name)
    .where('payload', '=', JSON.stringify(payload))
    .where('state', 'in', ['waiting', 'running'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await recordAuditEntry(tx, actor, {
    action: 'backup.ordered',
    targetType: 'job',
    targetId: id,
    after: payload,
  })
  return id
}

export function engineOf({ databaseUrl }: Pick<BackupPlace, 'databaseUrl'>): EngineName {
  return databaseUrl === undefined ? 'sqlite' : 'postgres'
}

/** Creates a backup while the service keeps writing. */
export async function makeBackup(
  place: BackupPlace,
  kind: BackupKind,
  now: number,
  copying: Copying = {},
): Promise<KeptBackup> {
  const fill = kind === 'database' ? fillWithDatabase : fillWithUploads
  return keepBackup(place.folder, kind, now, copying.signal, async (draft) => ({
    format: FORMAT,
    kind,
    engine: engineOf(place),
    version: manifestOfProgram.version,
    created: new Date(now).toISOString(),
    media: place.elsewhere === undefined ? 'in the backups of uploads' : `in ${place.elsewhere}`,
    ...(await fill(place, draft, copying)),
  }))
}

type Contents = Pick<Manifest, 'migration' | 'rows'>

async function fillWithDatabase(place: BackupPlace, draft: string, copying: Copying): Promise<Contents> {
  const contents = await copyDatabase(place, join(draft, databaseFile(engineOf(place))), copying)
  // Without the key that signed and encrypted data, a new machine could not use the restored data.
  if (await exists(place.secretKeyPath)) {
    await copyDurably(place.secretKeyPath, join(draft, SECRET_KEY_FILE))
    await chmod(join(draft, SECRET_KEY_FILE), 0o600)
  }
  await keepTheme(place, draft)
  return contents
}

async function copyDatabase(place: BackupPlace, to: string, copying: Copying): Promise<DatabaseContents> {
  const { databaseUrl, sqlitePath, postgresPrograms } = place
  if (databaseUrl !== undefined) {
    const { dumpPostgres } = await import('./postgres-dump.ts')
    return dumpPostgres({ databaseUrl, programs: postgresPrograms }, to, copying)
  }
  if (!(await exists(sqlitePath)))
    throw new BackupRefused(
      `The database ${sqlitePath} does not exist: set DATA_DIR to the folder of the service.`,
    )
  return copySqlite(sqlitePath, to, copying)
}

async function fillWithUploads(place: BackupPlace, draft: string, copying: Copying): Promise<Contents> {
  if (place.elsewhere !== undefined)
    throw new BackupRefused(`The uploads are in ${place.elsewhere} and are not copied: use versioning there.`)
  const paths = await filesBelow(place.uploads)
  for (const [index, path] of paths.entries()) {
    copying.signal?.throwIfAborted()
    await linkOrCopy(join(place.uploads, path), join(draft, UPLOADS_FOLDER, path))
    copying.onProgress?.(index + 1, paths.length, 'files')
  }
  return { migration: null, rows: {} }
}

/** Deletes expired backups. Called only after a new one is complete. */
export async function pruneBackups(
  folder: string,
  kind: BackupKind,
  keepMs: number,
  now: number,
): Promise<string[]> {
  const expired = expiredBackups(await backupNames(folder), kind, keepMs, now)
  const removed: string[] = []
  for (const name of expired) if (await removeBackup(folder, name)) removed.push(name)
  return removed
}

/** The number and size of backups on this node, and when the newest of each kind was created. */
export async function backupState({ folder }: Pick<BackupPlace, 'folder'>) {
  const kept = await findBackups(folder)
  const newest = (kind: BackupKind) => kept.find(({ manifest }) => manifest.kind === kind)?.createdAt ?? null
  const sizes = kept.flatMap(({ manifest }) => manifest.files.map(({ size }) => size))
  return {
    count: kept.length,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    database: newest('database'),
    uploads: newest('uploads'),
  }
}
