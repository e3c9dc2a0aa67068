import { createHash, randomUUID } from 'node:crypto'
import { copyFile, mkdir, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'
import { cleanFileName } from '../../platform/files/file-names.ts'
import { sniffFile } from '../../platform/files/kinds/sniff.ts'
import { prepareFile } from '../../platform/files/prepare.ts'
import type { Refused } from '../../platform/files/refusals.ts'
import type { SafeFetch } from '../../platform/net/safe-fetch.ts'
import type { MediaExtras } from '../exports/restored-fields.rules.ts'
import { pathOf } from '../media/addresses.rules.ts'
import { describeImported, pathOfMedia } from '../media/media.actions.ts'
import { storeUpload, type Uploading } from '../media/storing.actions.ts'
import { hashOfAddress, pathKey } from './address-keys.rules.ts'
import { download, TOO_LARGE } from './downloads.actions.ts'
import { createFileOrigins, type FileOrigin, originOfUrl } from './file-origins.ts'
import { findItems, insertAddresses, insertItem } from './imports.store.ts'
import type { FileFacts, FileLocation } from './items.ts'
import type { Ledger } from './ledger.actions.ts'

/** Where files come from: a folder, their URLs, or neither. */
export interface MediaSource {
  readonly folder?: string | undefined
  readonly fetch: boolean
}

/** `left`: it was not imported on purpose, and its URL stays. */
export type FileResult =
  | { readonly address: string; readonly id: number }
  | { readonly address: '' }
  | { readonly refused: string }
  | { readonly left: true }

const CONCURRENCY = 4
const MAX_REMEMBERED = 5000
const MAX_ALT_LENGTH = 500
const MAX_TITLE_LENGTH = 200

interface FileContext {
  readonly uploading: Uploading
  readonly ledger: Ledger
  readonly media: MediaSource
  readonly fetch: SafeFetch
  readonly originOf: (file: string) => Promise<FileOrigin>
  /** For a dry run: the origins of the files that were counted. */
  readonly counted: Set<string>
  /** Imports in progress, because several URLs may lead to the same file. */
  readonly storing: Map<string, Promise<FileResult>>
}

export type FileImporter = ReturnType<typeof createFileImporter>

/** Imports files, each once, a few at a time. A failed file is not tried again. */
export function createFileImporter(given: Omit<FileContext, 'originOf' | 'counted' | 'storing'>) {
  const context: FileContext = {
    ...given,
    originOf: createFileOrigins(),
    counted: new Set(),
    storing: new Map(),
  }
  const { ledger, media } = context
  const remembered = new Map<string, Promise<FileResult>>()
  const turns = createLimit(CONCURRENCY)

  async function importNow(location: FileLocation, facts: FileFacts | undefined): Promise<FileResult> {
    const file = media.folder === undefined ? undefined : await fileIn(media.folder, location.paths)
    const url = media.fetch ? location.url : undefined
    if (file === undefined && url === undefined) return missing(media, location)
    if (ledger.dryRun) return rehearsed(context, file, url)
    const wanted = { ...location, facts }
    const result = await (file !== undefined
      ? storeFile(context, file, wanted)
      : fetchFile(context, url ?? '', wanted))
    if ('id' in result) await noteFormerPath(context, location, result.id)
    return result
  }

  return {
    /** Whether files are imported at all. */
    isOn: media.fetch || media.folder !== undefined,
    /** What identifies a file of the folder, or the URL to download; undefined if it is neither. */
    async originOf(location: FileLocation): Promise<string | undefined> {
      const file = media.folder === undefined ? undefined : await fileIn(media.folder, location.paths)
      if (file !== undefined) return (await context.originOf(file)).origin
      return media.fetch && location.url !== undefined ? originOfUrl(location.url) : undefined
    },
    importFile(location: FileLocation, facts: FileFacts | undefined = location.facts): Promise<FileResult> {
      const key = `${location.url ?? ''} ${location.paths.join(' ')}`
      const known = remembered.get(key)
      if (known) return known
      if (remembered.size >= MAX_REMEMBERED) remembered.clear()
      const result = turns(() => importNow(location, facts))
      remembered.set(key, result)
      return result
    },
  }
}

/** Also of a file that was stored before: several URLs may lead to it. */
async function noteFormerPath(
  { uploading: { engine, actor }, ledger }: FileContext,
  { formerPath }: FileLocation,
  id: number,
): Promise<void> {
  if (formerPath === undefined) return
  const address = {
    import_id: ledger.importId,
    site_id: actor.siteId,
    address_hash: hashOfAddress(pathKey(formerPath) ?? formerPath),
    address: formerPath,
    type: 'media',
    ref_id: id,
    is_main: 0,
  } as const
  await engine.transact((tx) => insertAddresses(tx, [address]))
}

function missing({ folder, fetch }: MediaSource, { elsewhere }: FileLocation): FileResult {
  if (elsewhere) return { left: true }
  if (folder !== undefined) return { refused: 'it is not in the media folder' }
  return { refused: fetch ? 'its URL is unknown' : 'files are not imported' }
}

const FOUND = { address: '' } as const

/** For a dry run: whether a file would be stored. One that would be downloaded is not checked. */
async function rehearsed(context: FileContext, file: string | undefined, url = ''): Promise<FileResult> {
  const { uploading, ledger, counted } = context
  const origin = file === undefined ? originOfUrl(url) : (await context.originOf(file)).origin
  const known = await earlierFile(uploading, origin)
  if (known) return 'refused' in known ? known : FOUND
  if (file !== undefined) {
    if ((await stat(file)).size > uploading.media.maxFileBytes) return TOO_LARGE
    const sniffed = await sniffFile(file, basename(file))
    if ('refused' in sniffed) return rejected(sniffed)
  }
  if (!counted.has(origin)) ledger.count('media')
  counted.add(origin)
  return FOUND
}

function rejected({ refused }: Refused): FileResult {
  return { refused: `it was rejected (${refused})` }
}

function createLimit(most: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    running += 1
    try {
      return await work()
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }
}

/** The first of these paths that is a file in the folder. Symbolic links out of the folder are ignored. */
async function fileIn(folder: string, paths: readonly string[]): Promise<string | undefined> {
  const inside = `${await realpath(folder)}${sep}`
  // Names from macOS have their accents as characters of their own.
  const forms = paths.flatMap((path) => [path, path.normalize('NFC'), path.normalize('NFD')])
  for (const path of new Set(forms)) {
    if (path.includes('\0')) continue
    const real = await realpath(join(folder, path)).catch(() => undefined)
    if (real?.startsWith(inside) && (await stat(real)).isFile()) return real
  }
  return undefined
}

async function storeFile(context: FileContext, file: string, location: FileLocation): Promise<FileResult> {
  const { media } = context.uploading
  const { size } = await stat(file)
  if (size > media.maxFileBytes) return TOO_LARGE
  const { origin, sha256 } = await context.originOf(file)
  return storeOnce(context, origin, basename(file), location, async (path) => {
    await copyFile(file, path)
    return { size, sha256 }
  })
}

/** The file that an earlier import has stored; undefined if there is none. */
async function earlierFile({ engine, actor }: Uploading, origin: string): Promise<FileResult | undefined> {
  const known = (await findItems(engine.db, actor.siteId, [origin])).get(origin)
  if (!known) return undefined
  const path = await pathOfMedia(engine.db, actor.siteId, known.ref_id)
  return path === undefined
    ? { refused: 'it was deleted here since it was imported' }
    : { address: path, id: known.ref_id }
}

async function fetchFile(context: FileContext, url: string, location: FileLocation): Promise<FileResult> {
  const origin = originOfUrl(url)
  const name = cleanFileName(decoded(new URL(url).pathname.split('/').at(-1) ?? ''))
  return storeOnce(context, origin, name, location, async (path) => {
    const answer = await download(context.fetch, url, context.uploading.media.maxFileBytes)
    if ('refused' in answer) return answer
    await writeFile(path, answer.body)
    return { size: answer.body.length, sha256: createHash('sha256').update(answer.body).digest('hex') }
  })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

type Fill = (path: string) => Promise<{ size: number; sha256: string } | { refused: string }>

async function storeOnce(
  context: FileContext,
  origin: string,
  filename: string,
  location: FileLocation,
  fill: Fill,
): Promise<FileResult> {
  const { storing } = context
  const present = storing.get(origin)
  if (present) return present
  const stored = store(context, origin, filename, location, fill).finally(() => storing.delete(origin))
  storing.set(origin, stored)
  return stored
}

/** Stores the file written by `fill`, unless an earlier import has stored it. */
async function store(
  { uploading, ledger }: FileContext,
  origin: string,
  filename: string,
  { facts }: FileLocation,
  fill: Fill,
): Promise<FileResult> {
  const { engine, media, actor } = uploading
  const known = await earlierFile(uploading, origin)
  if (known) return known
  const folder = join(media.folder, randomUUID())
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    const waiting = join(folder, 'file')
    const filled = await fill(waiting)
    if ('refused' in filled) return filled
    const prepared = await prepareFile({ field: 'file', originalName: filename, path: waiting, ...filled })
    if ('refused' in prepared) return rejected(prepared)
    const { shown } = await storeUpload(uploading, {
      file: prepared,
      filename: facts?.filename ?? filename,
      key: undefined,
      show: ({ id, name }) => ({ id, name }),
    })
    await engine.transact(async (tx) => {
      const texts = textsIn(facts)
      if (Object.keys(texts).length > 0) await describeImported(tx, actor.siteId, shown.id, texts)
      await insertItem(tx, {
        import_id: ledger.importId,
        site_id: actor.siteId,
        origin,
        type: 'media',
        ref_id: shown.id,
      })
    })
    return { address: pathOf(shown.name), id: shown.id }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function textsIn({ filename: _, alt = '', title = '', ...focus }: FileFacts = {}): MediaExtras {
  return {
    ...(alt !== '' && { alt: alt.slice(0, MAX_ALT_LENGTH).toWellFormed() }),
    ...(title !== '' && { title: title.slice(0, MAX_TITLE_LENGTH).toWellFormed() }),
    ...focus,
  }
}
