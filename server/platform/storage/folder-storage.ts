import { randomUUID } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { constants } from 'node:fs'
import { copyFile, mkdir, open, opendir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import {
  assertByteRange,
  assertStorageKey,
  type ByteRange,
  type OpenedObject,
  type Storage,
  type StorageFault,
  StorageUnavailable,
  type StoredObject,
} from './storage.ts'

// Inside the root, so that the rename never crosses file systems; starts with a dot, so that no key can refer to it.
const INCOMING = '.incoming'

export function createFolderStorage(root: string): Storage {
  const incoming = path.join(root, INCOMING)
  const fileOf = (key: string) => {
    assertStorageKey(key)
    return path.join(root, ...key.split('/'))
  }

  return {
    async put(key, sourceFilePath) {
      const target = fileOf(key)
      const temporary = path.join(incoming, randomUUID())
      try {
        await mkdir(incoming, { recursive: true })
        await copyDurably(sourceFilePath, temporary)
        await makeFolderDurably(path.dirname(target), root)
        await rename(temporary, target)
        await syncFolder(path.dirname(target))
      } catch (error) {
        await discard(temporary)
        throw await unavailableToPut(error, sourceFilePath)
      }
    },

    async open(key, range) {
      const file = fileOf(key)
      return orAbsent('read', () => openFile(file, range))
    },

    async copyOut(key, targetFilePath) {
      const file = fileOf(key)
      const copied = await orAbsent('read', async () => {
        await copyFile(file, targetFilePath, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
        return true
      })
      return copied ?? false
    },

    async size(key) {
      const file = fileOf(key)
      const found = await orAbsent('read', () => stat(file))
      return found?.isFile() ? found.size : undefined
    },

    async remove(key) {
      const file = fileOf(key)
      await orAbsent('remove', async () => {
        await rm(file)
        await syncFolder(path.dirname(file))
      })
    },

    list: (prefix) => listFolder(root, prefix),

    async check() {
      const probe = path.join(incoming, `probe-${randomUUID()}`)
      const expected = randomUUID()
      try {
        await mkdir(incoming, { recursive: true })
        await writeDurably(probe, expected)
        if ((await readFile(probe, 'utf8')) !== expected)
          throw new Error('the content read back differs from what was written')
        await rm(probe)
      } catch (error) {
        await discard(probe)
        throw unavailable('keep a probe', error)
      }
    },
  }
}

/** Removes what a crash during a put left behind. Returns the number of files. */
export async function removeAbandonedWrites(root: string, olderThan: Date): Promise<number> {
  const incoming = path.join(root, INCOMING)
  const names = (await orAbsent('list', () => readdir(incoming))) ?? []
  let removed = 0
  for (const name of names) {
    const file = path.join(incoming, name)
    const found = await orAbsent('read', () => stat(file))
    if (!found || found.mtime >= olderThan) continue
    await orAbsent('remove', () => rm(file))
    removed += 1
  }
  return removed
}

async function openFile(file: string, range: ByteRange | undefined): Promise<OpenedObject | undefined> {
  if (range) assertByteRange(range)
  const handle = await open(file, 'r')
  try {
    const found = await handle.stat()
    if (!found.isFile()) {
      await handle.close()
      return undefined
    }
    if (range && range.start >= found.size) throw new RangeError('the range starts past the end')
    return { stream: handle.createReadStream(range ?? {}), size: found.size }
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function* listFolder(root: string, prefix: string): AsyncGenerator<StoredObject> {
  // Only the folder of the prefix must be searched.
  const folderKey = prefix.includes('/') ? prefix.slice(0, prefix.lastIndexOf('/')) : ''
  if (folderKey) assertStorageKey(folderKey)
  for await (const key of walk(root, folderKey)) {
    if (!key.startsWith(prefix)) continue
    const found = await orAbsent('read', () => stat(path.join(root, key)))
    if (found) yield { key, size: found.size, modifiedAt: found.mtime }
  }
}

async function* walk(root: string, folderKey: string): AsyncGenerator<string> {
  const folder = await orAbsent('list', () => opendir(path.join(root, folderKey)))
  if (!folder) return
  for await (const entry of folder) {
    if (entry.name.startsWith('.')) continue
    const key = folderKey ? `${folderKey}/${entry.name}` : entry.name
    yield* keysOf(entry, root, key)
  }
}

async function* keysOf(entry: Dirent, root: string, key: string): AsyncGenerator<string> {
  if (entry.isDirectory()) yield* walk(root, key)
  else if (entry.isFile()) yield key
}

async function copyDurably(source: string, target: string): Promise<void> {
  await copyFile(source, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  const handle = await open(target, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx')
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A new folder survives a crash only if its parent was synced too. */
async function makeFolderDurably(folder: string, root: string): Promise<void> {
  const firstMade = await mkdir(folder, { recursive: true })
  if (firstMade === undefined) return
  for (let made = folder; made !== root && made.startsWith(root); made = path.dirname(made))
    await syncFolder(path.dirname(made))
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open or sync folders; there the rename has to do.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The first error is the one to report. Files that stay are removed by removeAbandonedWrites. */
async function discard(file: string): Promise<void> {
  await rm(file, { force: true }).catch(() => undefined)
}

async function orAbsent<T>(action: string, attempt: () => Promise<T>): Promise<T | undefined> {
  try {
    return await attempt()
  } catch (error) {
    if (isAbsence(error)) return undefined
    if (error instanceof RangeError) throw error
    throw unavailable(action, error)
  }
}

async function unavailableToPut(error: unknown, source: string): Promise<StorageUnavailable> {
  const sourceIsThere = await stat(source).then(
    () => true,
    () => false,
  )
  return sourceIsThere ? unavailable('put', error) : new StorageUnavailable('source-missing', 'put', error)
}

function unavailable(action: string, error: unknown): StorageUnavailable {
  return new StorageUnavailable(faultOf(codeOf(error)), action, error)
}

function isAbsence(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR' || code === 'ERR_FS_EISDIR'
}

function faultOf(code: unknown): StorageFault {
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'no-space'
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return 'denied'
  return 'failed'
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
