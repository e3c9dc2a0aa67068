import { createHash } from 'node:crypto'
import type { SafeFetch } from '../../platform/net/safe-fetch.ts'
import { storable } from '../../platform/texts/storable.ts'
import type { Uploading } from '../media/storing.actions.ts'
import { namedFile } from './addresses.rules.ts'
import { importSeparateComments } from './comments.actions.ts'
import { reportOpenLinks } from './dry-run.actions.ts'
import { importedExtras } from './extras.actions.ts'
import { createFileImporter, type MediaSource } from './files.actions.ts'
import { openFolderUpdates } from './folder-updates.actions.ts'
import type { ImportContext } from './import-context.ts'
import type { ImportedArticle, ImportedComment, ImportedPage, Item, Report, Source } from './items.ts'
import { createLedger, type Ledger } from './ledger.actions.ts'
import { closeOpenLinks } from './links.actions.ts'
import type { Mappings } from './mappings.actions.ts'
import { createNames } from './names.actions.ts'
import { reportGone } from './updates.actions.ts'
import { importTexts } from './write-texts.actions.ts'

export interface ImportRequest extends Mappings {
  readonly uploading: Uploading
  readonly source: Source
  readonly importId: number
  readonly dryRun: boolean
  /** Change the texts whose files changed since they were imported. */
  readonly update?: boolean
  readonly media: MediaSource
  readonly fetch: SafeFetch
  readonly onProgress: (progress: ReturnType<Source['progress']>) => void
  readonly signal?: AbortSignal
}

const FILES_PER_PORTION = 20
const TEXTS_PER_PORTION = 64
const COMMENTS_PER_PORTION = 500
/** Fewer long texts are imported at a time, because they are in memory. */
const CHARACTERS_PER_PORTION = 2_000_000

/**
 * Imports all items of a source, some per transaction. The origin of each item is stored, so that an interrupted import
 * can resume and nothing is imported twice.
 */
export async function importSource(request: ImportRequest): Promise<Report> {
  const { uploading, source, signal } = request
  const ledger = createLedger(request.importId, request.dryRun)
  const names = createNames(uploading, ledger, request)
  const files = createFileImporter({ ...request, ledger })
  const updates = request.update ? await openFolderUpdates(uploading, source) : undefined
  const context: ImportContext = { uploading, source, ledger, names, files, updates }
  let texts: (ImportedArticle | ImportedPage)[] = []
  let comments: ImportedComment[] = []
  let characters = 0
  let waiting: Promise<void>[] = []

  async function flush(): Promise<void> {
    const [someTexts, someComments] = [texts, comments]
    texts = []
    comments = []
    characters = 0
    if (someTexts.length > 0) await importTexts(context, someTexts)
    if (someComments.length > 0) await importSeparateComments(context, someComments)
    if (ledger.hasUnwritten()) await uploading.engine.transact(ledger.write)
    request.onProgress(source.progress())
  }

  const unique = createUnique(ledger)

  async function importItem(item: Item): Promise<void> {
    switch (item.kind) {
      case 'article':
      case 'page':
        if (comments.length > 0) await flush()
        texts.push(unique.text(item))
        characters += item.content.length
        if (texts.length >= TEXTS_PER_PORTION || characters >= CHARACTERS_PER_PORTION) await flush()
        return
      case 'comment':
        comments.push(unique.comment(item))
        if (comments.length >= COMMENTS_PER_PORTION) await flush()
        return
      case 'category':
        return names.addCategory(item, (each) => importedExtras(context, each))
      case 'tag':
        return names.addTag(item)
      case 'author':
        return names.noteAuthor(item)
      case 'file': {
        waiting.push(importFile(context, item))
        if (waiting.length < FILES_PER_PORTION) return
        await Promise.all(waiting)
        waiting = []
        return flush()
      }
      default:
        if (item.isText) ledger.seen.found += 1
        ledger.addLoss(item.where, item.what)
    }
  }

  for await (const found of source.items()) {
    const item = storable(found)
    if (item !== found) ledger.addLoss(placeOf(item), 'characters that cannot be stored are left out')
    signal?.throwIfAborted()
    await importItem(item)
  }
  await Promise.all(waiting)
  await flush()
  await reportGone(context)
  await (request.dryRun ? reportOpenLinks(context) : closeOpenLinks(context))
  await flush()
  return ledger.report(uploading.engine)
}

/** How the report names an item. */
function placeOf(item: Item): string {
  if ('where' in item) return item.where
  return item.kind === 'category' ? item.path.join('/') : item.name
}

/** Items with the same id get distinct origins, in the order of the source, and are reported. */
function createUnique(ledger: Ledger) {
  // There may be hundreds of thousands of items, so only a number is kept of each.
  const seen = new Set<number>()
  const again = new Map<string, number>()
  const originFor = (where: string, origin: string): string => {
    const key = numberOf(origin)
    if (!seen.has(key)) {
      seen.add(key)
      return origin
    }
    const times = (again.get(origin) ?? 1) + 1
    again.set(origin, times)
    ledger.addLoss(where, 'another item has the same id: both are imported')
    return `${origin} again ${times}`
  }
  const comment = (item: ImportedComment) => ({ ...item, origin: originFor(item.where, item.origin) })
  return {
    comment,
    text: <Text extends ImportedArticle | ImportedPage>(item: Text): Text => ({
      ...item,
      origin: originFor(item.where, item.origin),
      comments: item.comments.map(comment),
    }),
  }
}

const NUMBER_BITS = 52

/** A collision is very unlikely, and harmless: both items are imported. */
function numberOf(text: string): number {
  const digest = createHash('sha1').update(text).digest()
  return Number(BigInt.asUintN(NUMBER_BITS, digest.readBigUInt64LE()))
}

async function importFile(
  { source, files, ledger }: ImportContext,
  item: Extract<Item, { kind: 'file' }>,
): Promise<void> {
  const location = source.file(item.address, item.where)
  const file = namedFile(item.address, item.isImage)
  if (!location) return ledger.addLoss(item.where, `${file} is not imported`)
  const { alt, title } = item
  const result = await files.importFile(location, { alt, title })
  if ('refused' in result) ledger.addLoss(item.where, `${file} is not imported: ${result.refused}`)
}
