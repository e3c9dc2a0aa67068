import { createHash } from 'node:crypto'
import { accessSync, constants, readdirSync, readFileSync, type Stats, statSync } from 'node:fs'
import { basename, join } from 'node:path'

/** The files of a folder of templates. */

/** An error in a template, with its position. */
export interface TemplateFault {
  /** The file name; empty if unknown. */
  readonly file: string
  readonly line: number
  readonly message: string
}

export type Sources = ReadonlyMap<string, string>

export interface Folder {
  readonly sources: Sources
  /** The names of its fonts and images. */
  readonly binaries: ReadonlySet<string>
  /** The first file that cannot be used. */
  readonly fault?: TemplateFault | undefined
}
export const NO_FILES: Folder = { sources: new Map(), binaries: new Set() }

const PLAIN_NAME = /^[a-z0-9][\w-]{0,63}\.(?:liquid|css|js|woff2|svg|png|webp)$/i
const BINARY = /\.(?:woff2|svg|png|webp)$/i
const MAX_FILES = 200
const MAX_FILE_BYTES = 512 * 1024

export function readFolder(folder: string): Folder {
  const sources = new Map<string, string>()
  const binaries = new Set<string>()
  let fault: TemplateFault | undefined
  for (const name of namesIn(folder) ?? []) {
    const read = BINARY.test(name) ? faultOfBinary(folder, name) : readSource(folder, name)
    if (typeof read === 'object') fault ??= read
    else if (read === undefined) binaries.add(name)
    else sources.set(name, read)
  }
  if (!namesIn(folder)) fault = { file: basename(folder), line: 0, message: 'the folder cannot be read' }
  return { sources, binaries, fault }
}

/** Undefined if the folder cannot be read: pages are shown without it then. */
function namesIn(folder: string): string[] | undefined {
  try {
    return filesIn(folder)
  } catch {
    return undefined
  }
}

/** Of the contents: times differ between nodes that have the same files. */
export function versionOf(folder: string, { sources, binaries, fault }: Folder): string {
  if (sources.size + binaries.size === 0 && !fault) return ''
  const hash = createHash('sha1').update(JSON.stringify([...sources, fault]))
  for (const name of binaries) hash.update(name).update(bytesOf(folder, name) ?? '')
  return hash.digest('hex')
}

export function bytesOf(folder: string, name: string): Buffer | undefined {
  try {
    return readFileSync(join(folder, name))
  } catch {
    // It was deleted meanwhile.
    return undefined
  }
}

/** Fonts and images are read when they are asked for. */
function faultOfBinary(folder: string, name: string): TemplateFault | undefined {
  const { size = 0 } = factsOf(folder, name) ?? {}
  if (size > MAX_FILE_BYTES) return { file: name, line: 1, message: 'the file is larger than 512 KB' }
  try {
    accessSync(join(folder, name), constants.R_OK)
    return undefined
  } catch {
    return { file: name, line: 1, message: 'the file cannot be read' }
  }
}

/** The text of a file without its byte order mark, which would break the first rule of a style sheet. */
function readSource(folder: string, name: string): string | TemplateFault {
  const unusable = (message: string, line = 1) => ({ file: name, line, message })
  let bytes: Buffer
  try {
    if (statSync(join(folder, name)).size > MAX_FILE_BYTES) return unusable('the file is larger than 512 KB')
    bytes = readFileSync(join(folder, name))
  } catch {
    return unusable('the file cannot be read')
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const [before = ''] = bytes.toString('utf8').split('\ufffd')
    return unusable('the file is not in UTF-8', before.split('\n').length)
  }
}

/** The names of the files in a folder that are used; none if there is no folder. */
export function filesIn(folder: string): string[] {
  if (!isFolder(folder)) return []
  return readdirSync(folder)
    .filter((name) => PLAIN_NAME.test(name))
    .sort()
    .slice(0, MAX_FILES)
    .filter((name) => factsOf(folder, name)?.isFile())
}

/** Undefined if the file was deleted meanwhile, or is a link that leads nowhere. */
function factsOf(folder: string, name: string): Stats | undefined {
  try {
    return statSync(join(folder, name), { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/** Names, sizes and times of the folder's files; empty if there is no folder. */
export function fingerprintOf(folder: string): string {
  const names = namesIn(folder)
  if (!names) return 'unreadable'
  if (!isFolder(folder)) return ''
  let facts = 'folder'
  for (const name of names) {
    const { size = 0, mtimeMs = 0, ino = 0 } = factsOf(folder, name) ?? {}
    facts += ` ${name} ${size} ${mtimeMs} ${ino}`
  }
  return facts
}
