import { type Entry, getFileNameLowLevel, openPromise, validateFileName, type ZipFile } from 'yauzl'
import type { FileRefusal, Refused } from '../refusals.ts'
import { isSystemError } from '../system-errors.ts'
import { holdsMarkup } from './polyglots.ts'

const ENTRIES_MAX = 10_000
const CONTENT_TYPES = '[Content_Types].xml'
const CONTENT_TYPES_MAX_BYTES = 1024 * 1024

const MB = 1024 * 1024
// Text in office documents is compressed ten to thirty times. A hundred times is a decompression bomb.
const EXPANSION_MAX = 100
const ALWAYS_ALLOWED_BYTES = 32 * MB
const INFLATED_MAX_BYTES = 512 * MB

export type OfficeExtension = 'docx' | 'xlsx' | 'pptx'

const OFFICE_PARTS = new Map<string, OfficeExtension>([
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml', 'docx'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml', 'xlsx'],
  ['application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml', 'pptx'],
])

/** The type of a zip, from its directory. Every entry is decompressed, because the declared sizes may be wrong. */
export async function inspectArchive(
  file: string,
): Promise<{ extension: 'zip' | OfficeExtension } | Refused> {
  let archive: ZipFile
  try {
    // Names are checked here, to distinguish a hostile name from a damaged archive.
    archive = await openPromise(file, {
      decodeStrings: false,
      validateEntrySizes: false,
      autoClose: false,
    })
  } catch (error) {
    return damaged(error)
  }
  try {
    return await inspectEntries(archive, nameOf)
  } catch (error) {
    return damaged(error)
  } finally {
    archive.close()
  }
}

function damaged(error: unknown): Refused {
  if (isSystemError(error)) throw error
  return { refused: 'damaged-file' }
}

async function inspectEntries(
  archive: ZipFile,
  decodeName: (entry: Entry) => string | undefined,
): Promise<{ extension: 'zip' | OfficeExtension } | Refused> {
  if (archive.entryCount > ENTRIES_MAX) return { refused: 'decompression-bomb' }
  if (holdsMarkup(Buffer.from(archive.comment))) return { refused: 'polyglot' }
  const entries: [string, Entry][] = []
  for await (const entry of archive.eachEntry()) {
    const name = decodeName(entry)
    if (name === undefined) return { refused: 'unsafe-archive' }
    entries.push([name, entry])
  }
  const refused = directoryRefusal(archive, entries) ?? (await contentRefusal(archive, entries))
  return refused ? { refused } : officeKind(archive, new Map(entries))
}

function nameOf(entry: Entry): string | undefined {
  const { generalPurposeBitFlag, extraFields } = entry
  // With decodeStrings off the name is the raw bytes, whatever the type says.
  const name = getFileNameLowLevel(generalPurposeBitFlag, entry.fileNameRaw, extraFields, false)
  return name.includes('\0') || validateFileName(name) !== null ? undefined : name
}

function directoryRefusal(archive: ZipFile, entries: [string, Entry][]): FileRefusal | undefined {
  const sum = (size: (entry: Entry) => number) => entries.reduce((total, [, entry]) => total + size(entry), 0)
  // With overlapping entries, a few kilobytes can expand to petabytes.
  if (sum((entry) => entry.compressedSize) > archive.fileSize) return 'decompression-bomb'
  if (sum((entry) => entry.uncompressedSize) > inflatedLimit(archive.fileSize)) return 'decompression-bomb'
  const first = Math.min(...entries.map(([, entry]) => entry.relativeOffsetOfLocalHeader))
  return entries.length > 0 && first !== 0 ? 'polyglot' : undefined
}

function inflatedLimit(fileSize: number): number {
  const byExpansion = Math.max(ALWAYS_ALLOWED_BYTES, EXPANSION_MAX * fileSize)
  return Math.min(byExpansion, Math.max(INFLATED_MAX_BYTES, 2 * fileSize))
}

async function contentRefusal(
  archive: ZipFile,
  entries: [string, Entry][],
): Promise<FileRefusal | undefined> {
  for (const [name, entry] of entries) {
    if (/(?:^|\/)vbaProject\.bin$/i.test(name)) return 'macros'
    if (!entry.canDecodeFileData() || entry.isEncrypted()) continue
    const size = await inflatedSize(archive, entry)
    if (size > entry.uncompressedSize) return 'decompression-bomb'
    if (size < entry.uncompressedSize) return 'damaged-file'
  }
  return undefined
}

/** Stops as soon as there is more than declared. */
async function inflatedSize(archive: ZipFile, entry: Entry): Promise<number> {
  let size = 0
  for await (const chunk of await archive.openReadStreamPromise(entry)) {
    size += (chunk as Buffer).length
    if (size > entry.uncompressedSize) break
  }
  return size
}

async function officeKind(
  archive: ZipFile,
  entries: Map<string, Entry>,
): Promise<{ extension: 'zip' | OfficeExtension } | Refused> {
  const listing = entries.get(CONTENT_TYPES)
  if (!listing) return { extension: 'zip' }
  if (listing.uncompressedSize > CONTENT_TYPES_MAX_BYTES) return { refused: 'decompression-bomb' }
  const chunks: Buffer[] = []
  for await (const chunk of await archive.openReadStreamPromise(listing)) chunks.push(chunk as Buffer)
  const types = Buffer.concat(chunks).toString('utf8')
  if (/macroEnabled/i.test(types)) return { refused: 'macros' }
  const mainTypes = [...types.matchAll(/ContentType\s*=\s*["']([^"']+\.main\+xml)["']/g)].map(
    ([, type]) => type ?? '',
  )
  const extension = mainTypes.map((type) => OFFICE_PARTS.get(type)).find((kind) => kind !== undefined)
  return extension ? { extension } : { refused: 'unsupported-type' }
}
