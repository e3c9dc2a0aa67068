import { constants } from 'node:fs'
import { access, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { BackupKind } from '@inkstone/contract/backups.ts'
import { sqliteModule } from '../../platform/sql/sqlite/open.ts'
import { BackupRefused, backupName, partsOfName } from './backups.rules.ts'
import { codeOf, describeFile, exists, filesBelow, sync, writeDurably } from './file-copies.ts'
import { MANIFEST, type Manifest, readManifest } from './manifest.rules.ts'

/** An incomplete backup starts with a dot and has no manifest. */
const UNFINISHED = '.unfinished-'
const LOCK = '.lock'
const LOOK_AGAIN_MS = 200

export interface KeptBackup {
  readonly name: string
  readonly createdAt: number
  readonly manifest: Manifest
}

/** The complete backups, newest first. */
export async function findBackups(folder: string): Promise<KeptBackup[]> {
  const found: KeptBackup[] = []
  for (const name of await backupNames(folder)) {
    const manifest = await manifestIn(join(folder, name)).catch((error) => {
      if (error instanceof BackupRefused || isOthers(error)) return undefined
      throw error
    })
    if (manifest) found.push({ name, createdAt: Date.parse(manifest.created), manifest })
  }
  return found.sort((one, other) => other.createdAt - one.createdAt || (other.name < one.name ? -1 : 1))
}

export async function backupNames(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error) => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })
  return names.filter((name) => partsOfName(name) !== undefined)
}

export async function manifestIn(folder: string): Promise<Manifest> {
  try {
    return readManifest(await readFile(join(folder, MANIFEST), 'utf8'), folder)
  } catch (error) {
    const code = codeOf(error) ?? ''
    if (!['ENOENT', 'ENOTDIR'].includes(code)) throw error
    throw new BackupRefused(
      (await exists(folder))
        ? `${folder} is not a complete backup: it has no ${MANIFEST}.`
        : `${folder} does not exist; use the name of a backup or the path of its folder.`,
    )
  }
}

/**
 * `fill` writes the files to a temporary folder, which is renamed when everything is on disk. Only one backup is made
 * at a time on all processes; incomplete ones are deleted.
 */
export async function keepBackup(
  folder: string,
  kind: BackupKind,
  now: number,
  signal: AbortSignal | undefined,
  fill: (draft: string) => Promise<Omit<Manifest, 'files'>>,
): Promise<KeptBackup> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const release = await lock(folder, signal)
  try {
    await removeUnfinished(folder)
    const name = await freeName(folder, kind, now)
    const draft = join(folder, UNFINISHED + name)
    try {
      await mkdir(draft, { mode: 0o700 })
      const about = await fill(draft)
      const files = []
      for (const path of await filesBelow(draft)) {
        signal?.throwIfAborted()
        await sync(join(draft, path))
        files.push(await describeFile(draft, path))
      }
      const manifest = { ...about, files }
      await writeDurably(join(draft, MANIFEST), `${JSON.stringify(manifest, undefined, 2)}\n`)
      await sync(draft)
      await rename(draft, join(folder, name))
      await sync(folder)
      return { name, createdAt: now, manifest }
    } catch (error) {
      await rm(draft, { recursive: true, force: true })
      throw error
    }
  } finally {
    release()
  }
}

/** Renamed first: a partly deleted backup must not look complete. False if it belongs to another user. */
export async function removeBackup(folder: string, name: string): Promise<boolean> {
  const gone = join(folder, UNFINISHED + name)
  try {
    await access(join(folder, name), constants.W_OK | constants.X_OK)
    await rm(gone, { recursive: true, force: true })
    await rename(join(folder, name), gone)
    await rm(gone, { recursive: true, force: true })
    return true
  } catch (error) {
    if (isOthers(error)) return false
    throw error
  }
}

async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.startsWith(UNFINISHED))
      await rm(join(folder, name), { recursive: true, force: true }).catch((error) => {
        if (!isOthers(error)) throw error
      })
}

/** What another user put into the folder, such as root, must not stop the backups of this one. */
function isOthers(error: unknown): boolean {
  return ['EACCES', 'EPERM'].includes(codeOf(error) ?? '')
}

async function freeName(folder: string, kind: BackupKind, now: number): Promise<string> {
  for (let nth = 1; ; nth++) {
    const name = backupName(kind, now, nth)
    if (!(await exists(join(folder, name)))) return name
  }
}

/** Uses SQLite's file lock, because the system releases it when the process is killed. */
async function lock(folder: string, signal: AbortSignal | undefined): Promise<() => void> {
  const { DatabaseSync } = sqliteModule()
  for (;;) {
    signal?.throwIfAborted()
    const file = new DatabaseSync(join(folder, LOCK), { timeout: 0 })
    try {
      file.exec('begin exclusive')
      return () => file.close()
    } catch (error) {
      file.close()
      if (!/locked|busy/i.test((error as Error).message)) throw error
    }
    await pause(LOOK_AGAIN_MS, undefined, signal && { signal })
  }
}
