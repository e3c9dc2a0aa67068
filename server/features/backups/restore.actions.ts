import { chmod, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { migrations } from '../../migrations/list.ts'
import { engineOf, makeBackup } from './backups.actions.ts'
import { type BackupPlace, BackupRefused } from './backups.rules.ts'
import { manifestIn } from './backups.store.ts'
import { codeOf, copyDurably, describeFile, exists, filesBelow, sizeOf, sync } from './file-copies.ts'
import {
  databaseFile,
  isOfOtherEngine,
  type Manifest,
  requireKnownSchema,
  SECRET_KEY_FILE,
  UPLOADS_FOLDER,
} from './manifest.rules.ts'
import { type Filling, fillFromOtherEngine } from './other-engine.actions.ts'
import { holdsPostgresTables, isPostgresInUse, restorePostgres, statementsToEmpty } from './postgres-dump.ts'
import { holdsTables, isInUse } from './sqlite-copy.ts'
import { putTheme } from './theme-copy.ts'
import { putIntoStorage } from './uploads-into-storage.ts'

export interface Restoring {
  /** Whether existing data may be replaced; it is backed up first. */
  readonly replace: boolean
  readonly now: number
  onProgress?(done: number, total: number, unit: string): void
}

export interface Restored {
  readonly manifest: Manifest
  /** Where the previous data is kept. */
  readonly kept: string | undefined
}

/** Restores a backup. Nothing is changed before the whole backup is verified. */
export async function restoreBackup(
  place: BackupPlace,
  nameOrPath: string,
  restoring: Restoring,
): Promise<Restored> {
  const { source, manifest } = await requireRestorable(place, nameOrPath, restoring.onProgress)
  const kept =
    manifest.kind === 'database'
      ? await replaceDatabase(place, source, manifest, restoring)
      : await replaceUploads(place, source, manifest, restoring)
  return { manifest, kept }
}

/** Throws unless the backup is complete and matches this service. */
export async function requireRestorable(
  place: BackupPlace,
  nameOrPath: string,
  onProgress?: Restoring['onProgress'],
): Promise<{ source: string; manifest: Manifest }> {
  const source = await folderOf(place, nameOrPath)
  const manifest = await manifestIn(source)
  const newestMigration = Math.max(...migrations.map(({ id }) => id))
  requireKnownSchema(manifest, basename(source), newestMigration)
  await requireSound(source, manifest, onProgress)
  return { source, manifest }
}

async function folderOf({ folder }: BackupPlace, nameOrPath: string): Promise<string> {
  const named = join(folder, nameOrPath)
  return basename(nameOrPath) === nameOrPath && (await exists(named)) ? named : resolve(nameOrPath)
}

async function requireSound(
  source: string,
  manifest: Manifest,
  onProgress: Restoring['onProgress'],
): Promise<void> {
  for (const [index, file] of manifest.files.entries()) {
    const found = await describeFile(source, file.path).catch((error) => {
      if (codeOf(error) === 'ENOENT') return undefined
      throw error
    })
    if (found?.size !== file.size || found.sha256 !== file.sha256)
      throw new BackupRefused(
        `${basename(source)} is damaged: ${file.path} ${found ? 'is not what its manifest says' : 'is missing'}; use another backup.`,
      )
    onProgress?.(index + 1, manifest.files.length, 'files checked')
  }
}

async function replaceDatabase(
  place: BackupPlace,
  source: string,
  manifest: Manifest,
  { replace, now, onProgress }: Restoring,
): Promise<string | undefined> {
  const { databaseUrl, sqlitePath } = place
  if (await isDatabaseInUse(place))
    throw new BackupRefused('The service is running on this database; stop it first.')
  const full =
    databaseUrl === undefined ? await holdsTables(sqlitePath) : await holdsPostgresTables(databaseUrl)
  const otherKey = await holdsOtherKey(place, source)
  if ((full || otherKey) && !replace)
    throw new BackupRefused(
      full
        ? 'A database already exists; with --replace it is backed up and replaced.'
        : `${place.secretKeyPath} contains another key; with --replace it is moved aside and replaced by the key of the backup.`,
    )
  const kept = full ? await keepOldDatabase(place, now) : undefined
  await putDatabase(place, source, manifest, onProgress)
  await putKey(place, source, otherKey)
  await putTheme(place, source, manifest)
  return kept
}

/** Whether a process has the database open. */
export function isDatabaseInUse({ databaseUrl, sqlitePath }: BackupPlace): Promise<boolean> {
  return databaseUrl === undefined ? isInUse(sqlitePath) : isPostgresInUse(databaseUrl)
}

/** Files of SQLite beside the database. */
const BESIDE = ['-wal', '-shm', '-journal'] as const

/** A database that is too damaged to be backed up is moved aside. */
async function keepOldDatabase(place: BackupPlace, now: number): Promise<string> {
  try {
    return join(place.folder, (await makeBackup(place, 'database', now)).name)
  } catch (error) {
    if (place.databaseUrl !== undefined) throw error
    if (!(error instanceof BackupRefused) && !/malformed|not a database/i.test((error as Error).message))
      throw error
  }
  const aside = join(place.folder, `damaged-${new Date(now).toISOString().replaceAll(':', '-')}`)
  await mkdir(aside, { recursive: true, mode: 0o700 })
  for (const ending of ['', ...BESIDE]) {
    const file = `${place.sqlitePath}${ending}`
    if (await exists(file)) await rename(file, join(aside, basename(file)))
  }
  return aside
}

async function putDatabase(
  place: BackupPlace,
  source: string,
  manifest: Manifest,
  onProgress: Restoring['onProgress'],
): Promise<void> {
  const { databaseUrl, sqlitePath, postgresPrograms } = place
  const isOther = isOfOtherEngine(manifest, engineOf(place))
  const filling = { source, manifest, postgresPrograms, ...(onProgress && { onProgress }) }
  const file = join(source, databaseFile(manifest.engine))
  if (databaseUrl !== undefined) {
    if (isOther)
      await fillFromOtherEngine(place, { ...filling, emptying: await statementsToEmpty(databaseUrl) })
    else await restorePostgres({ databaseUrl, programs: postgresPrograms }, file)
    return
  }
  if (isOther) await putFilled(sqlitePath, filling)
  else await putSqlite(sqlitePath, file)
}

/** Filled beside the target and copied: a file that this process has used keeps its locks when it is renamed. */
async function putFilled(target: string, filling: Filling): Promise<void> {
  const draft = `${target}.filling`
  const remove = async () => {
    for (const ending of ['', ...BESIDE]) await rm(`${draft}${ending}`, { force: true })
  }
  await remove()
  try {
    await fillFromOtherEngine({ databaseUrl: undefined, sqlitePath: draft }, filling)
    if ((await sizeOf(`${draft}-wal`)) > 0) throw new Error(`${draft} could not be completed`)
    await putSqlite(target, draft)
  } finally {
    await remove()
  }
}

async function putSqlite(target: string, from: string): Promise<void> {
  const draft = `${target}.restoring`
  await rm(draft, { force: true })
  await copyDurably(from, draft)
  await chmod(draft, 0o600)
  // The files beside it belong to the old database and would be used for the new one.
  for (const ending of BESIDE) await rm(`${target}${ending}`, { force: true })
  await rename(draft, target)
  await sync(dirname(target))
}

async function holdsOtherKey({ secretKeyPath }: BackupPlace, source: string): Promise<boolean> {
  const own = join(source, SECRET_KEY_FILE)
  if (!(await exists(own)) || !(await exists(secretKeyPath))) return false
  return (await readFile(own, 'utf8')).trim() !== (await readFile(secretKeyPath, 'utf8')).trim()
}

async function putKey({ secretKeyPath }: BackupPlace, source: string, otherKey: boolean): Promise<void> {
  const own = join(source, SECRET_KEY_FILE)
  if (!(await exists(own))) return
  if (otherKey) await rename(secretKeyPath, `${secretKeyPath}.replaced`)
  await copyDurably(own, secretKeyPath)
  await chmod(secretKeyPath, 0o600)
}

async function replaceUploads(
  place: BackupPlace,
  source: string,
  manifest: Manifest,
  { replace, now, onProgress }: Restoring,
): Promise<string | undefined> {
  if (place.elsewhere !== undefined) {
    await putIntoStorage(place, source, manifest, onProgress)
    return undefined
  }
  const full = (await filesBelow(place.uploads)).length > 0
  if (full && !replace)
    throw new BackupRefused('Uploads already exist; with --replace they are backed up and replaced.')
  const kept = full ? join(place.folder, (await makeBackup(place, 'uploads', now)).name) : undefined
  const draft = `${place.uploads}.restoring`
  const old = `${place.uploads}.replaced`
  for (const folder of [draft, old]) await rm(folder, { recursive: true, force: true })
  await mkdir(draft, { recursive: true })
  // Copied, not linked, so that the backup is independent of the live files.
  for (const [index, { path }] of manifest.files.entries()) {
    await copyDurably(join(source, path), join(draft, path.slice(UPLOADS_FOLDER.length + 1)))
    onProgress?.(index + 1, manifest.files.length, 'files')
  }
  if (await exists(place.uploads)) await rename(place.uploads, old)
  await rename(draft, place.uploads)
  await sync(dirname(place.uploads))
  await rm(old, { recursive: true, force: true })
  return kept
}
