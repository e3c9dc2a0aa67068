import type { Tx } from '../../database.ts'
import { Problem } from '../../platform/core/problem.ts'
import type { SafeFetch } from '../../platform/net/safe-fetch.ts'
import { attempt } from '../../platform/sql/savepoint.ts'
import { bringInArticle } from '../articles/bring-in.actions.ts'
import type { Uploading } from '../media/keeping.actions.ts'
import { bringInPage } from '../pages/bring-in.actions.ts'
import { type Subject, subjectOf, takeComments } from './comments.actions.ts'
import { createFileTaker, type MediaWish } from './files.actions.ts'
import { findItems, insertAddresses, insertItem } from './imports.store.ts'
import type { ImportedArticle, ImportedComment, ImportedPage, Item, Report, Source } from './items.ts'
import { createLedger, type Ledger } from './ledger.actions.ts'
import { closeOpenLinks, hashOfAddress } from './links.actions.ts'
import { createNames } from './names.actions.ts'
import type { Taking } from './taking.ts'
import { type PreparedText, prepareText, standingOf } from './texts.actions.ts'

export interface ImportWishes {
  readonly uploading: Uploading
  readonly source: Source
  readonly importId: number
  readonly dryRun: boolean
  readonly media: MediaWish
  readonly fetch: SafeFetch
  /** Names of authors over there, and the usernames they have here. */
  readonly authors: ReadonlyMap<string, string>
  readonly onProgress: (progress: ReturnType<Source['progress']>) => void
  readonly signal?: AbortSignal
}

const TEXTS_AT_ONCE = 20
const COMMENTS_AT_ONCE = 500
const MOST_LINKS = 50

/**
 * Takes in everything that a source gives, a few things a transaction, each with a note of where it came from: interrupted,
 * it goes on where it was, and takes nothing twice.
 */
export async function takeIn(wishes: ImportWishes): Promise<Report> {
  const { uploading, source, signal } = wishes
  const ledger = createLedger(wishes.importId, wishes.dryRun)
  const names = createNames(uploading, ledger, wishes.authors)
  const files = createFileTaker({ ...wishes, ledger })
  const taking: Taking = { uploading, source, ledger, names, files }
  let texts: (ImportedArticle | ImportedPage)[] = []
  let comments: ImportedComment[] = []
  let waiting: Promise<void>[] = []

  async function flush(): Promise<void> {
    const [someTexts, someComments] = [texts, comments]
    texts = []
    comments = []
    if (someTexts.length > 0) await takeTexts(taking, someTexts)
    if (someComments.length > 0) await takeLooseComments(taking, someComments)
    if (ledger.hasNews()) await uploading.engine.transact(ledger.write)
    wishes.onProgress(source.progress())
  }

  const unique = createUnique(ledger)

  async function take(item: Item): Promise<void> {
    switch (item.kind) {
      case 'article':
      case 'page':
        if (comments.length > 0) await flush()
        texts.push(unique.text(item))
        if (texts.length >= TEXTS_AT_ONCE) await flush()
        return
      case 'comment':
        comments.push(unique.comment(item))
        if (comments.length >= COMMENTS_AT_ONCE) await flush()
        return
      case 'category':
        return names.takeCategory(item)
      case 'tag':
        return names.takeTag(item)
      case 'author':
        return names.noteAuthor(item)
      case 'file': {
        waiting.push(takeFile(taking, item))
        if (waiting.length < TEXTS_AT_ONCE) return
        await Promise.all(waiting)
        waiting = []
        return flush()
      }
      default:
        if (item.isText) ledger.seen.found += 1
        ledger.tell(item.where, item.what)
    }
  }

  for await (const item of source.items()) {
    signal?.throwIfAborted()
    await take(item)
  }
  await Promise.all(waiting)
  await flush()
  if (!wishes.dryRun) await closeOpenLinks(taking)
  await flush()
  return ledger.report(uploading.engine)
}

/** Things that a source gives the same id: each is taken, and it is told. In the order of the source, so the same each time. */
function createUnique(ledger: Ledger) {
  const seen = new Map<string, number>()
  const originFor = (where: string, origin: string): string => {
    const times = (seen.get(origin) ?? 0) + 1
    seen.set(origin, times)
    if (times === 1) return origin
    ledger.tell(where, 'another has the same id: both are taken')
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

async function takeFile(
  { source, files, ledger }: Taking,
  item: Extract<Item, { kind: 'file' }>,
): Promise<void> {
  const wish = source.file(item.address, item.where)
  if (!wish) return ledger.tell(item.where, `the file ${item.address} is not taken`)
  const taken = await files.take(wish, item)
  if ('refused' in taken) ledger.tell(item.where, `the file ${item.address} is not taken: ${taken.refused}`)
}

/** Articles and pages, prepared together and written in one transaction; one that is refused does not fail the others. */
async function takeTexts(taking: Taking, items: readonly (ImportedArticle | ImportedPage)[]): Promise<void> {
  const { uploading, ledger, names } = taking
  const { engine, actor } = uploading
  ledger.seen.found += items.length
  const known = await findItems(
    engine.db,
    actor.siteId,
    items.map(({ origin }) => origin),
  )
  for (const { import_id } of known.values()) if (import_id !== ledger.importId) ledger.seen.alreadyThere += 1
  const fresh = items.filter(({ origin }) => !known.has(origin))
  await names.prepare(items)
  const ready = await prepareTexts(taking, fresh)
  if (ledger.dryRun) {
    for (const { item } of ready) {
      ledger.count(item.kind)
      for (const _ of item.comments) ledger.count('comment')
    }
    return
  }
  await engine.transact(async (tx) => {
    for (const { item, text } of ready) await writeOrTell(tx, taking, item, text)
    // An article that was taken before may have got comments over there since.
    for (const item of items) {
      const { ref_id } = known.get(item.origin) ?? {}
      if (ref_id !== undefined) await takeComments(tx, taking, { type: item.kind, id: ref_id }, item.comments)
    }
    await ledger.write(tx)
  })
}

interface Ready {
  readonly item: ImportedArticle | ImportedPage
  readonly text: PreparedText
}

/** Those that can be written; the others are told. */
async function prepareTexts(
  taking: Taking,
  items: readonly (ImportedArticle | ImportedPage)[],
): Promise<Ready[]> {
  const prepared = await Promise.all(
    items.map(async (item) => ({ item, text: await prepareText(taking, item) })),
  )
  return prepared.flatMap(({ item, text }) => {
    for (const what of text.losses) taking.ledger.tell(item.where, what)
    if (!('refused' in text)) return { item, text }
    taking.ledger.tell(item.where, `not taken: ${text.refused}`)
    return []
  })
}

async function writeOrTell(
  tx: Tx,
  taking: Taking,
  item: ImportedArticle | ImportedPage,
  text: PreparedText,
): Promise<void> {
  const write = () => attempt(tx, () => writeText(tx, taking, item, text))
  try {
    await write()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    taking.ledger.tell(item.where, `not taken: ${error.message}`)
    // A category or tag may have been deleted meanwhile: what comes next looks anew.
    taking.names.forget()
  }
}

async function writeText(
  tx: Tx,
  taking: Taking,
  item: ImportedArticle | ImportedPage,
  text: PreparedText,
): Promise<void> {
  const { uploading, ledger } = taking
  const { siteId } = uploading.actor
  const dates = {
    createdAt: Math.min(item.createdAt ?? tx.now, tx.now),
    updatedAt: Math.min(item.updatedAt ?? item.createdAt ?? tx.now, tx.now),
  }
  const row =
    item.kind === 'article'
      ? await writeArticle(tx, taking, item, text, dates)
      : await bringInPage(tx, uploading.actor, { ...item, ...dates, fields: pageFields(text) })
  const about = { import_id: ledger.importId, site_id: siteId, type: item.kind, ref_id: row.id }
  const isNew = await insertItem(tx, {
    ...about,
    origin: item.origin,
    place: item.where,
    open_links: text.openLinks ? 1 : 0,
  })
  // Another import takes the same at this moment: the part of the transaction is undone.
  if (!isNew) throw new Problem('unavailable')
  await insertAddresses(
    tx,
    [...new Set(item.addresses)].map((key, at) => ({
      ...about,
      address_hash: hashOfAddress(key),
      address: at === 0 ? item.address : key,
      is_main: at === 0 ? 1 : 0,
    })),
  )
  if (text.alias !== undefined && row.alias !== text.alias)
    ledger.tell(item.where, `its alias ${text.alias} is taken: it is ${row.alias}`)
  await takeComments(tx, taking, { type: item.kind, id: row.id }, item.comments)
}

async function writeArticle(
  tx: Tx,
  { uploading, names, ledger }: Taking,
  item: ImportedArticle,
  { fields }: PreparedText,
  dates: { createdAt: number; updatedAt: number },
) {
  const [main, ...others] = names.categoryIds(item)
  const tags = names.tagIds(item.tags)
  if (tags.length > MOST_LINKS) ledger.tell(item.where, `only the first ${MOST_LINKS} of its tags are kept`)
  return bringInArticle(tx, uploading.actor, {
    fields: {
      ...fields,
      category_id: main ?? 0,
      category_ids: others.slice(0, MOST_LINKS),
      tag_ids: tags.slice(0, MOST_LINKS),
    },
    standing: standingOf(item, tx.now),
    authorId: names.authorId(item.author),
    ...dates,
    oldAliases: item.oldSlugs,
    trashed: item.trashed,
  })
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

/** Comments that come by themselves, subject by subject. */
async function takeLooseComments(taking: Taking, comments: readonly ImportedComment[]): Promise<void> {
  const { ledger, uploading } = taking
  const places = new Map<string, { subject: Subject | undefined; some: ImportedComment[] }>()
  for (const comment of comments) {
    const key = JSON.stringify(comment.subject)
    const place = places.get(key) ?? { subject: await subjectOf(taking, comment.subject), some: [] }
    places.set(key, place)
    place.some.push(comment)
  }
  for (const { subject, some } of places.values()) {
    if (!subject)
      for (const { where } of some)
        ledger.tell(where, 'its comments are not taken: there is no such article or page')
    else if (ledger.dryRun) for (const _ of some) ledger.count('comment')
    else
      await uploading.engine.transact(async (tx) => {
        await takeComments(tx, taking, subject, some)
        await ledger.write(tx)
      })
  }
}
