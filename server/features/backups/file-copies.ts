import { createHash } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { chmod, copyFile, link, mkdir, open, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { BackupFile } from './manifest.rules.ts'

const NO_HARD_LINKS = new Set(['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'ENOSYS'])

export function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code
}

/**
 * The files in a folder and its subfolders, as paths with `/`; empty if the folder does not exist. Names that start
 * with a dot are skipped.
 */
export async function filesBelow(folder: string, prefix = ''): Promise<string[]> {
  const entries = await readdir(join(folder, prefix), { withFileTypes: true }).catch((error) => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })
  const found: string[] = []
  for (const entry of entries) {
    if (entry.name.startsWith('.')) continue
    const path = prefix === '' ? entry.name : `${prefix}/${entry.name}`
    if (entry.isDirectory()) found.push(...(await filesBelow(folder, path)))
    else if (entry.isFile()) found.push(path)
  }
  return found.sort()
}

export async function describeFile(folder: string, path: string): Promise<BackupFile> {
  const file = join(folder, path)
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return { path, size: (await stat(file)).size, sha256: hash.digest('hex') }
}

/**
 * A hard link, or a copy if the file system does not support it. Only for files that are replaced and never modified.
 * False if the file no longer exists.
 */
export async function linkOrCopy(from: string, to: string): Promise<boolean> {
  await mkdir(dirname(to), { recursive: true })
  try {
    await link(from, to)
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    if (!NO_HARD_LINKS.has(codeOf(error) ?? '')) throw error
    await copyDurably(from, to)
    return true
  }
}

export async function copyDurably(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  await copyFile(from, to, constants.COPYFILE_FICLONE)
  await chmod(to, 0o600)
  await sync(to)
}

/** Flushes a file or a folder to disk. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export async function writeDurably(path: string, text: string): Promise<void> {
  const handle = await open(path, 'w', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** 0 if the file does not exist. */
export async function sizeOf(path: string): Promise<number> {
  return (await exists(path)) ? (await stat(path)).size : 0
}

export async function exists(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return false
    throw error
  }
}
