import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { isSystemError } from './system-errors.ts'
import { isSafeName, pathOfName, zipNames } from './zip-names.ts'

export type ZipRefusal = 'damaged-file' | 'unsafe-archive' | 'decompression-bomb'

const ENTRIES_MAX = 200_000
const MB = 1024 * 1024
const ALWAYS_ALLOWED_BYTES = 256 * MB
const EXPANSION_MAX = 20
const S_IFMT = 0o170000
const S_IFLNK = 0o120000

/** Checks by its directory whether a zip is safe to unpack: no path outside, no links, no decompression bomb. */
export async function zipRefusal(file: string): Promise<ZipRefusal | undefined> {
  return withEntries(file, async (_, entries) => entries)
    .then(() => undefined)
    .catch((error: unknown) => refusalOf(error))
}

/** Unpacks a zip into a new folder. Stops if an entry is larger than declared. */
export async function unpackZip(file: string, folder: string): Promise<ZipRefusal | undefined> {
  try {
    await withEntries(file, async (archive, entries) => {
      for (const [name, entry] of entries) {
        const path = join(folder, pathOfName(name))
        await mkdir(dirname(path), { recursive: true })
        // With validateEntrySizes the stream fails if there is more data than declared.
        await pipeline(await archive.openReadStreamPromise(entry), createWriteStream(path, { flags: 'w' }))
      }
    })
    return undefined
  } catch (error) {
    return refusalOf(error)
  }
}

class Refused extends Error {
  readonly refusal: ZipRefusal

  constructor(refusal: ZipRefusal) {
    super(refusal)
    this.refusal = refusal
  }
}

/** What is in the way of unpacking is in the archive: a file and a folder of the same name, or a long path. */
const FAULTS_OF_NAMES: readonly unknown[] = ['EEXIST', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG']

function refusalOf(error: unknown): ZipRefusal {
  if (error instanceof Refused) return error.refusal
  if (error instanceof Error && 'code' in error && FAULTS_OF_NAMES.includes(error.code)) return 'damaged-file'
  if (isSystemError(error)) throw error
  return 'damaged-file'
}

async function withEntries<Result>(
  file: string,
  use: (archive: ZipFile, entries: readonly [string, Entry][]) => Promise<Result>,
): Promise<Result> {
  const archive = await openPromise(file, {
    autoClose: false,
    validateEntrySizes: true,
    decodeStrings: false,
  })
  try {
    if (archive.entryCount > ENTRIES_MAX) throw new Refused('decompression-bomb')
    const all: Entry[] = []
    for await (const entry of archive.eachEntry()) all.push(entry)
    const names = zipNames(all)
    const entries: [string, Entry][] = []
    let packed = 0
    let unpacked = 0
    for (const [at, entry] of all.entries()) {
      const name = names[at] ?? ''
      if (!isSafeName(name)) throw new Refused('unsafe-archive')
      if (name.endsWith('/')) continue
      if (entry.isEncrypted() || isLink(entry)) throw new Refused('unsafe-archive')
      packed += entry.compressedSize
      unpacked += entry.uncompressedSize
      entries.push([name, entry])
    }
    // With overlapping entries, a few kilobytes can expand to petabytes.
    const most = Math.max(ALWAYS_ALLOWED_BYTES, EXPANSION_MAX * archive.fileSize)
    if (packed > archive.fileSize || unpacked > most) throw new Refused('decompression-bomb')
    return await use(archive, entries)
  } finally {
    archive.close()
  }
}

function isLink({ externalFileAttributes }: Entry): boolean {
  return ((externalFileAttributes >>> 16) & S_IFMT) === S_IFLNK
}
