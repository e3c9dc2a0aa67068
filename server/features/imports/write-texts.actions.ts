import type { Tx } from '../../database.ts'
import { Problem } from '../../platform/core/problem.ts'
import { attempt } from '../../platform/sql/savepoint.ts'
import { type ArticleToImport, articleWithAlias, importArticles } from '../articles/importing.actions.ts'
import { markOfArticle } from '../articles/importing-again.actions.ts'
import { importPage } from '../pages/importing.actions.ts'
import { markOfPage } from '../pages/importing-again.actions.ts'
import { linksOf } from './article-links.ts'
import { countComments, importThreads, type Thread } from './comments.actions.ts'
import { countTexts } from './dry-run.actions.ts'
import { livingTexts } from './earlier.actions.ts'
import { fileMarks } from './file-marks.actions.ts'
import type { ImportContext } from './import-context.ts'
import type { KnownItem } from './imports.store.ts'
import type { ImportedArticle, ImportedPage } from './items.ts'
import { type EarlierText, importLateFiles } from './late-files.actions.ts'
import { pageTexts } from './page-texts.rules.ts'
import type { ReadyText } from './ready-texts.ts'
import { saveOrigins } from './text-origins.actions.ts'
import { type PreparedText, prepareTexts, stateOf } from './texts.actions.ts'
import {
  changedTexts,
  countUpdates,
  knownItems,
  type MarksByOrigin,
  readyUpdates,
  writeUpdates,
} from './updates.actions.ts'

/** Prepares articles and pages together and writes them in one transaction. An invalid one does not affect the others. */
export async function importTexts(
  context: ImportContext,
  items: readonly (ImportedArticle | ImportedPage)[],
): Promise<void> {
  const { uploading, ledger, names } = context
  const { engine, actor } = uploading
  ledger.seen.found += items.length
  const known = await knownItems(context, items)
  for (const { import_id } of known.values()) if (import_id !== ledger.importId) ledger.seen.alreadyThere += 1
  const fresh = items.filter(({ origin }) => !known.has(origin))
  const living = await livingAmong(context, items, known)
  const marks = await fileMarks(context, context.updates ? [...fresh, ...living] : fresh)
  const changed = await changedTexts(context, living, known, marks)
  const again = changed.map(({ item }) => item)
  await names.prepare([...fresh, ...again], living)
  const [ready, readyAgain] = [await readyTexts(context, fresh), await readyTexts(context, again)]
  const updates = readyUpdates(changed, readyAgain)
  // The others get late files into the text that is here.
  const rewritten = changed.filter((update) => update.changed.has('content') || update.changed.has('files'))
  const others = living.filter((item) => !rewritten.some((update) => update.item === item))
  await importLateFiles(context, importedEarlier(context, others, known))
  if (ledger.dryRun) {
    await countTexts(context, ready)
    await countUpdates(context, updates)
  }
  // An article that was imported before may have new comments in the source.
  const discussed = living.flatMap(({ origin, kind, comments }): Thread[] => {
    const { ref_id } = known.get(origin) ?? {}
    return ref_id === undefined ? [] : [{ subject: { type: kind, id: ref_id }, comments }]
  })
  if (ledger.dryRun)
    return countComments(
      context,
      [...ready.map(({ item }) => item), ...discussed].flatMap(({ comments }) => comments),
    )
  await engine.transact(
    async (tx) => {
      await writeOrReport(tx, context, ready, marks)
      await writeUpdates(tx, context, updates)
      await importThreads(tx, context, discussed)
      await ledger.write(tx)
    },
    { site: actor.siteId },
  )
}

/** The items that an earlier import has written. Those that were deleted permanently since are reported. */
async function livingAmong(
  context: ImportContext,
  items: readonly (ImportedArticle | ImportedPage)[],
  known: ReadonlyMap<string, KnownItem>,
): Promise<(ImportedArticle | ImportedPage)[]> {
  const isLiving = await livingTexts(context, [...known.values()])
  return items.filter(({ origin, where }) => {
    const text = known.get(origin)
    if (text && !isLiving(text))
      context.ledger.addLoss(where, 'it was deleted here since it was imported: it is not imported again')
    return text !== undefined && isLiving(text)
  })
}

/** The items of other imports. This one has already done its best with its own, before it was interrupted. */
function importedEarlier(
  { ledger }: ImportContext,
  items: readonly (ImportedArticle | ImportedPage)[],
  known: ReadonlyMap<string, KnownItem>,
): EarlierText[] {
  return items.flatMap((item) => {
    const { import_id, type, ref_id } = known.get(item.origin) ?? {}
    return ref_id === undefined || import_id === ledger.importId || type !== item.kind
      ? []
      : [{ item, id: ref_id }]
  })
}

/** The texts that can be written. The others are reported as losses. */
async function readyTexts(
  context: ImportContext,
  items: readonly (ImportedArticle | ImportedPage)[],
): Promise<ReadyText[]> {
  const texts = await prepareTexts(context, items)
  return items.flatMap((item, at) => {
    const text = texts[at]
    if (!text) return []
    for (const what of text.losses) context.ledger.addLoss(item.where, what)
    if (!('refused' in text)) return { item, text }
    context.ledger.addLoss(item.where, `not imported: ${text.refused}`)
    return []
  })
}

/** Writes all together. If that fails, writes them one by one and reports the invalid ones. */
async function writeOrReport(
  tx: Tx,
  context: ImportContext,
  texts: readonly ReadyText[],
  marks: MarksByOrigin,
): Promise<void> {
  const { ledger, names } = context
  const [first] = texts
  if (!first) return
  const mark = ledger.mark()
  try {
    await attempt(tx, () => writeTexts(tx, context, texts, marks))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    ledger.dropLossesAfter(mark)
    if (texts.length > 1) {
      for (const text of texts) await writeOrReport(tx, context, [text], marks)
      return
    }
    ledger.addLoss(first.item.where, `not imported: ${error.message}`)
    // A category or tag may have been deleted in the meantime, so cached ids are cleared.
    names.clear()
  }
}

async function writeTexts(
  tx: Tx,
  context: ImportContext,
  texts: readonly ReadyText[],
  marks: MarksByOrigin,
): Promise<void> {
  const { uploading, ledger } = context
  const { actor } = uploading
  const articles = texts.flatMap(({ item, text }) => (item.kind === 'article' ? [{ item, text }] : []))
  const pages = texts.flatMap(({ item, text }) => (item.kind === 'page' ? [{ item, text }] : []))
  const rows = await importArticles(
    tx,
    actor,
    articles.map(({ item, text }) => articleOf(tx, context, item, text)),
  )
  const written: Written[] = articles.flatMap((each, at) => {
    const row = rows[at]
    return row ? [{ ...each, row, mark: markOfArticle(row) }] : []
  })
  for (const { item, text } of pages) {
    const page = { ...item, ...datesOf(tx, item), fields: { ...pageFields(text), ...item.extras } }
    const row = await importPage(tx, actor, page)
    written.push({ item, text, row, mark: markOfPage(row) })
  }
  await saveOrigins(
    tx,
    context,
    written.map((each) => ({ ...each, id: each.row.id, marks: marks.get(each.item.origin) })),
  )
  for (const { item, text, row } of written)
    if (text.alias !== undefined && row.alias !== text.alias)
      ledger.addLoss(item.where, `its alias ${text.alias} is already taken: it is now ${row.alias}`)
  await reportOldAliases(tx, context, written)
  await importThreads(
    tx,
    context,
    written.map(({ item, row }) => ({ subject: { type: item.kind, id: row.id }, comments: item.comments })),
  )
}

/** Old aliases are kept only of what is public, and only if no other text has them. */
async function reportOldAliases(
  tx: Tx,
  { uploading, ledger }: ImportContext,
  written: readonly Written[],
): Promise<void> {
  for (const { item, row } of written)
    for (const old of item.kind === 'article' ? item.oldSlugs : [])
      if (old !== row.alias && (await articleWithAlias(tx, uploading.actor.siteId, old)) !== row.id)
        ledger.addLoss(item.where, `its old alias ${old} is not kept`)
}

type Written = ReadyText & {
  readonly mark: string
  readonly row: { readonly id: number; readonly alias: string }
}

function datesOf(tx: Tx, item: ImportedArticle | ImportedPage) {
  return {
    createdAt: Math.min(item.createdAt ?? tx.now, tx.now),
    updatedAt: Math.min(item.updatedAt ?? item.createdAt ?? tx.now, tx.now),
  }
}

function articleOf(
  tx: Tx,
  context: ImportContext,
  item: ImportedArticle,
  { fields }: PreparedText,
): ArticleToImport {
  return {
    fields: { ...fields, ...linksOf(context, item) },
    state: stateOf(item, tx.now),
    authorId: context.names.authorId(item.author),
    ...datesOf(tx, item),
    oldAliases: item.oldSlugs,
    trashed: item.trashed,
  }
}

function pageFields({ fields, alias = '' }: PreparedText) {
  const { title, content, source } = fields
  return { title, content, alias, ...pageTexts(fields), ...(source !== undefined && { source }) }
}
