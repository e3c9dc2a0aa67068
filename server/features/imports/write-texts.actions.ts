import type { Tx } from '../../database.ts'
import { Problem } from '../../platform/core/problem.ts'
import { attempt } from '../../platform/sql/savepoint.ts'
import { type ArticleToImport, articleWithAlias, importArticles } from '../articles/importing.actions.ts'
import { importPage } from '../pages/importing.actions.ts'
import { hashOfAddress } from './address-keys.rules.ts'
import { countComments, importThreads, type Thread } from './comments.actions.ts'
import { countTexts } from './dry-run.actions.ts'
import { livingTexts } from './earlier.actions.ts'
import type { ImportContext } from './import-context.ts'
import { findItems, insertAddresses, insertItems, type KnownItem } from './imports.store.ts'
import type { ImportedArticle, ImportedPage } from './items.ts'
import { type EarlierText, importLateFiles } from './late-files.actions.ts'
import { type PreparedText, prepareTexts, stateOf } from './texts.actions.ts'

const MAX_LINKS = 50

/** Prepares articles and pages together and writes them in one transaction. An invalid one does not affect the others. */
export async function importTexts(
  context: ImportContext,
  items: readonly (ImportedArticle | ImportedPage)[],
): Promise<void> {
  const { uploading, ledger, names } = context
  const { engine, actor } = uploading
  ledger.seen.found += items.length
  const known = await findItems(
    engine.db,
    actor.siteId,
    items.map(({ origin }) => origin),
  )
  for (const { import_id } of known.values()) if (import_id !== ledger.importId) ledger.seen.alreadyThere += 1
  const fresh = items.filter(({ origin }) => !known.has(origin))
  const living = await livingAmong(context, items, known)
  await names.prepare(fresh, living)
  const ready = await readyTexts(context, fresh)
  await importLateFiles(context, importedEarlier(context, living, known))
  if (ledger.dryRun) await countTexts(context, ready)
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
      await writeOrReport(tx, context, ready)
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

interface Ready {
  readonly item: ImportedArticle | ImportedPage
  readonly text: PreparedText
}

/** The texts that can be written. The others are reported as losses. */
async function readyTexts(
  context: ImportContext,
  items: readonly (ImportedArticle | ImportedPage)[],
): Promise<Ready[]> {
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
async function writeOrReport(tx: Tx, context: ImportContext, texts: readonly Ready[]): Promise<void> {
  const { ledger, names } = context
  const [first] = texts
  if (!first) return
  const mark = ledger.mark()
  try {
    await attempt(tx, () => writeTexts(tx, context, texts))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    ledger.dropLossesAfter(mark)
    if (texts.length > 1) {
      for (const text of texts) await writeOrReport(tx, context, [text])
      return
    }
    ledger.addLoss(first.item.where, `not imported: ${error.message}`)
    // A category or tag may have been deleted in the meantime, so cached ids are cleared.
    names.clear()
  }
}

async function writeTexts(tx: Tx, context: ImportContext, texts: readonly Ready[]): Promise<void> {
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
    return row ? [{ ...each, row }] : []
  })
  for (const { item, text } of pages) {
    const page = { ...item, ...datesOf(tx, item), fields: { ...pageFields(text), ...item.extras } }
    written.push({ item, text, row: await importPage(tx, actor, page) })
  }
  await saveOrigins(tx, context, written)
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

interface Written extends Ready {
  readonly row: { readonly id: number; readonly alias: string }
}

/** Stores the origin and the former URLs of each text. */
async function saveOrigins(
  tx: Tx,
  { uploading, ledger }: ImportContext,
  written: readonly Written[],
): Promise<void> {
  const aboutOf = ({ item, row }: Written) => ({
    import_id: ledger.importId,
    site_id: uploading.actor.siteId,
    type: item.kind,
    ref_id: row.id,
  })
  const made = await insertItems(
    tx,
    written.map((each) => ({
      ...aboutOf(each),
      origin: each.item.origin,
      place: each.item.where,
      open_links: each.text.openLinks.length > 0 ? 1 : 0,
    })),
  )
  // Another import is importing the same items: this part of the transaction is rolled back.
  if (made < written.length) throw new Problem('unavailable')
  await insertAddresses(
    tx,
    written.flatMap((each) => [
      ...[...new Set(each.item.addresses)].map((key, at) => ({
        ...aboutOf(each),
        address_hash: hashOfAddress(key),
        address: at === 0 ? each.item.address : key,
        is_main: at === 0 ? 1 : 0,
      })),
      ...(each.item.formerAddresses ?? []).map(({ address, key }) => ({
        ...aboutOf(each),
        address_hash: hashOfAddress(key ?? `former ${address}`),
        address,
        is_main: 1,
      })),
    ]),
  )
}

function datesOf(tx: Tx, item: ImportedArticle | ImportedPage) {
  return {
    createdAt: Math.min(item.createdAt ?? tx.now, tx.now),
    updatedAt: Math.min(item.updatedAt ?? item.createdAt ?? tx.now, tx.now),
  }
}

function articleOf(
  tx: Tx,
  { names, ledger }: ImportContext,
  item: ImportedArticle,
  { fields }: PreparedText,
): ArticleToImport {
  const [main, ...others] = names.categoryIds(item)
  const tags = names.tagIds(item.tags)
  if (tags.length > MAX_LINKS) ledger.addLoss(item.where, `only its first ${MAX_LINKS} tags are imported`)
  if (others.length > MAX_LINKS)
    ledger.addLoss(item.where, `only its first ${MAX_LINKS + 1} categories are imported`)
  return {
    fields: {
      ...fields,
      category_id: main ?? 0,
      category_ids: others.slice(0, MAX_LINKS),
      tag_ids: tags.slice(0, MAX_LINKS),
    },
    state: stateOf(item, tx.now),
    authorId: names.authorId(item.author),
    ...datesOf(tx, item),
    oldAliases: item.oldSlugs,
    trashed: item.trashed,
  }
}

function pageFields({ fields, alias = '' }: PreparedText) {
  const {
    title,
    content,
    source,
    seo_title = '',
    seo_keywords = '',
    seo_description = '',
    template = '',
  } = fields
  return {
    title,
    content,
    alias,
    seo_title,
    seo_keywords,
    seo_description,
    template,
    ...(source !== undefined && { source }),
  }
}
