import { Problem } from '../../platform/core/problem.ts'
import { withAddresses } from '../../platform/markdown/addresses.ts'
import { type FiledText, filedTexts, type LateFiles, putLateFiles } from '../articles/late-files.actions.ts'
import { prepareContent } from '../content/content.actions.ts'
import { publicNameIn } from '../media/addresses.rules.ts'
import { filedPageText, putLateFilesIntoPage } from '../pages/importing.actions.ts'
import { imagesIn, isImageName } from './addresses.rules.ts'
import type { ImportContext } from './import-context.ts'
import type { ImportedArticle, ImportedPage } from './items.ts'
import { reasonOf } from './outcome.actions.ts'
import { MAX_CONTENT_LENGTH, newAddressOf } from './texts.actions.ts'

/** A text that an earlier import has written. */
export interface EarlierText {
  readonly item: ImportedArticle | ImportedPage
  readonly id: number
}

type Late = EarlierText & LateFiles

/**
 * Imports the files that an earlier import of the same source could not import, and replaces their URLs in the texts that
 * still have them. Nothing else in these texts changes.
 */
export async function importLateFiles(
  context: ImportContext,
  earlier: readonly EarlierText[],
): Promise<void> {
  const { uploading, ledger, files } = context
  const { engine, actor } = uploading
  if (!files.isOn || earlier.length === 0) return
  const texts = await presentTexts(context, earlier)
  const found = await Promise.all(
    earlier.map(async (each) => {
      const text = texts.get(each)
      return text && lateFilesOf(context, each, text)
    }),
  )
  const late = found.filter((each) => each !== undefined)
  if (late.length === 0) return
  const written = await engine.transact(
    async (tx) => {
      const articles = late.filter(({ item }) => item.kind === 'article')
      const ids = await putLateFiles(tx, actor.siteId, new Map(articles.map((each) => [each.id, each])))
      const done = new Set<Late>(articles.filter(({ id }) => ids.has(id)))
      for (const each of late) {
        if (each.item.kind === 'article') continue
        const { before, after } = each
        const texts = { before: before.content, after }
        if (await putLateFilesIntoPage(tx, actor.siteId, each.id, texts)) done.add(each)
      }
      return done
    },
    { site: actor.siteId },
  )
  for (const each of late)
    if (!written.has(each))
      ledger.addLoss(each.item.where, 'its missing files are not added: it was changed meanwhile')
}

/** The texts whose source has files, as they are now. */
async function presentTexts(
  { uploading, source }: ImportContext,
  earlier: readonly EarlierText[],
): Promise<Map<EarlierText, FiledText>> {
  const { engine, actor } = uploading
  const filed: EarlierText[] = []
  for (const each of earlier) {
    const { item } = each
    if (item.content.length > MAX_CONTENT_LENGTH) continue
    const cover = coverOf(item)
    const hasCover = cover !== undefined && source.file(cover, item.where) !== undefined
    if (hasCover || (await filesIn({ source }, item, item)).size > 0) filed.push(each)
  }
  const ids = filed.flatMap(({ item, id }) => (item.kind === 'article' ? [id] : []))
  const articles = await filedTexts(engine.db, actor.siteId, ids)
  const texts = new Map<EarlierText, FiledText>()
  for (const each of filed) {
    const page = each.item.kind === 'page' && (await filedPageText(engine.db, actor.siteId, each.id))
    const text =
      each.item.kind === 'article'
        ? articles.get(each.id)
        : page && { ...page, cover: '', neverHadCover: false }
    if (text) texts.set(each, text)
  }
  return texts
}

const coverOf = (item: EarlierText['item']) => (item.kind === 'article' ? item.cover : undefined)

/** The URLs of files of the source in a text. */
export async function filesIn(
  { source }: Pick<ImportContext, 'source'>,
  { where }: EarlierText['item'],
  { content, format }: Pick<EarlierText['item'], 'content' | 'format'>,
): Promise<Set<string>> {
  const found = new Set<string>()
  await withAddresses(content, format, async (address) => {
    if (publicNameIn(address) === undefined && source.file(address, where)) found.add(address)
    return undefined
  })
  return found
}

/** The text with its late files; undefined if there are none. */
async function lateFilesOf(
  context: ImportContext,
  earlier: EarlierText,
  { content, source, cover, neverHadCover, isOpen }: FiledText,
): Promise<Late | undefined> {
  const { item } = earlier
  const { ledger } = context
  const written = { content: source ?? content, format: source === undefined ? 'html' : 'markdown' } as const
  // Only what the source has: other URLs were written here.
  const imported = await filesIn(context, item, item)
  const missing = new Set([...(await filesIn(context, item, written))].filter((each) => imported.has(each)))
  const lateCover = lateCoverOf(context, item, { cover, neverHadCover })
  if (missing.size === 0 && lateCover === undefined) return undefined
  if (isOpen) {
    ledger.addLoss(item.where, 'its missing files are not added: it has unpublished changes')
    return undefined
  }
  const images = imagesIn(item.content)
  const fileAt = (address: string, isImage: boolean) =>
    newAddressOf(context, item.where, { address, isImage }, (what) => ledger.addLoss(item.where, what))
  const text = await withAddresses(written.content, written.format, async (address) =>
    missing.has(address) ? fileAt(address, images.has(address) || isImageName(address)) : undefined,
  )
  const newCover = lateCover === undefined ? undefined : await fileAt(lateCover, true)
  if (text === written.content && newCover === undefined) return undefined
  try {
    const { fields } = await prepareContent(context.uploading.engine.db, {
      content: text,
      content_format: written.format,
    })
    return { ...earlier, before: { content, cover }, after: { ...fields, cover: newCover ?? cover } }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    ledger.addLoss(item.where, `its missing files are not added: ${reasonOf(error)}`)
    return undefined
  }
}

/** The cover that an earlier import could not import: its URL was stored, or nothing if readers could not open it. */
function lateCoverOf(
  { source }: Pick<ImportContext, 'source'>,
  item: EarlierText['item'],
  { cover, neverHadCover }: Pick<FiledText, 'cover' | 'neverHadCover'>,
): string | undefined {
  const imported = coverOf(item)
  if (imported === undefined || publicNameIn(imported) !== undefined) return undefined
  const isFile = source.file(imported, item.where) !== undefined
  return cover === imported || (neverHadCover && isFile) ? imported : undefined
}
