import type { ImportKind } from '@inkstone/contract/imports.ts'
import { withAddresses } from '../../platform/markdown/addresses.ts'
import {
  aliasesOfArticles,
  articleWithAlias,
  importedTexts,
  rewriteImported,
} from '../articles/importing.actions.ts'
import { aliasesOfCategories } from '../categories/categories.actions.ts'
import { prepareContent } from '../content/content.actions.ts'
import { publicNameIn } from '../media/addresses.rules.ts'
import {
  aliasesOfPages,
  importedPageText,
  pageWithAlias,
  rewriteImportedPage,
} from '../pages/importing.actions.ts'
import { aliasesOfTags } from '../tags/tags.actions.ts'
import { decoded, endOf, hashOfAddress } from './address-keys.rules.ts'
import { imagesIn } from './addresses.rules.ts'
import type { ImportContext } from './import-context.ts'
import { findAddressed, findImport, mainAddresses } from './imports.store.ts'
import type { AddressedType } from './imports.table.ts'
import { closeLinks, itemsWithOpenLinks } from './items-again.store.ts'
import { markTexts, uneditedTexts } from './written-marks.actions.ts'

type Places = Pick<ImportContext, 'uploading'>

/** The new paths of these links, if their targets have been imported. */
export async function resolveLinks(places: Places, keys: readonly string[]): Promise<Map<string, string>> {
  const { engine, actor } = places.uploading
  const found = await findAddressed(engine.db, actor.siteId, [...new Set(keys.map(hashOfAddress))])
  const paths = await pathsTo(places, [...found.values()])
  const targets = new Map<string, string>()
  for (const key of keys) {
    const target = found.get(hashOfAddress(key))
    const path = target && paths(target)
    if (path !== undefined) targets.set(key, path)
  }
  return targets
}

interface Target {
  readonly type: AddressedType
  readonly ref_id: number
}

async function pathsTo({ uploading }: Places, targets: readonly Target[]) {
  const { engine, actor } = uploading
  const idsOf = (type: Target['type']) =>
    targets.filter((each) => each.type === type).map(({ ref_id }) => ref_id)
  const articles = await aliasesOfArticles(engine.db, actor.siteId, idsOf('article'))
  const pages = await aliasesOfPages(engine.db, actor.siteId, idsOf('page'))
  const categories = await aliasesOfCategories(engine.db, actor.siteId, idsOf('category'))
  const tags = await aliasesOfTags(engine.db, actor.siteId, idsOf('tag'))
  const { article_path, page_path, category_path, tag_path } = actor.site.settings
  const places = {
    article: { aliases: articles, path: article_path },
    page: { aliases: pages, path: page_path },
    category: { aliases: categories, path: category_path },
    tag: { aliases: tags, path: tag_path },
  }
  return ({ type, ref_id }: Target): string | undefined => {
    if (type === 'author') return `/authors/${ref_id}`
    if (type === 'media') return undefined
    const { aliases, path } = places[type]
    const alias = aliases.get(ref_id)
    return alias === undefined ? undefined : path.replace('{alias}', encodeURIComponent(alias))
  }
}

const PORTION = 64

/** At the end: resolves links to items that were imported later, and reports links without a target. */
export async function closeOpenLinks(context: ImportContext): Promise<void> {
  const { uploading, ledger } = context
  const { engine, actor } = uploading
  for (;;) {
    const items = await itemsWithOpenLinks(engine.db, ledger.importId, PORTION)
    if (items.length === 0) return
    const texts = await importedTexts(
      engine.db,
      actor.siteId,
      items.flatMap(({ type, ref_id }) => (type === 'article' ? [ref_id] : [])),
    )
    const open: OpenText[] = []
    for (const { type, ref_id, place } of items) {
      const text =
        type === 'page' ? await importedPageText(engine.db, actor.siteId, ref_id) : texts.get(ref_id)
      if (text) open.push({ type, id: ref_id, place, ...text, keys: await linksIn(context, text, place) })
    }
    const targets = await resolveLinks(
      context,
      open.flatMap(({ keys }) => [...keys.values()]),
    )
    const articles = new Map<number, Relinked>()
    const pages = new Map<number, Relinked>()
    for (const each of open) {
      const text = await relinked(context, each, targets)
      if (text) (each.type === 'page' ? pages : articles).set(each.id, text)
    }
    await engine.transact(
      async (tx) => {
        const unedited = context.source.places ? await uneditedTexts(tx, actor.siteId, items) : []
        await rewriteImported(tx, actor.siteId, articles)
        for (const [id, text] of pages) await rewriteImportedPage(tx, actor.siteId, id, text)
        await closeLinks(
          tx,
          items.map(({ id }) => id),
        )
        await markTexts(tx, actor.siteId, unedited)
        // In the same transaction, so that a killed import does not lose their losses.
        await ledger.write(tx)
      },
      { site: actor.siteId },
    )
  }
}

interface Text {
  readonly content: string
  readonly source: string | undefined
}

interface OpenText extends Text {
  readonly type: string
  readonly id: number
  readonly place: string
  /** The links in it that may lead to other texts of the source, with their keys. */
  readonly keys: ReadonlyMap<string, string>
}

const formatOf = ({ source }: Text) => (source === undefined ? 'html' : 'markdown')

async function linksIn(context: ImportContext, text: Text, place: string): Promise<Map<string, string>> {
  const { source } = context
  const keys = new Map<string, string>()
  const written = text.source ?? text.content
  const images = imagesIn(written)
  await withAddresses(written, formatOf(text), async (address) => {
    // A file that this import has stored already has its new URL, and an image that stays is reported as such.
    const isFile =
      publicNameIn(address) !== undefined ||
      (images.has(address) && source.imagePlace?.(address) !== undefined)
    const key = isFile ? undefined : source.linkKey(address, place)
    if (key !== undefined) keys.set(address, key)
    return undefined
  })
  return keys
}

type Relinked = NonNullable<Awaited<ReturnType<typeof relinked>>>

async function relinked(context: ImportContext, open: OpenText, targets: ReadonlyMap<string, string>) {
  const { keys, place } = open
  const format = formatOf(open)
  const text = open.source ?? open.content
  for (const [address, key] of keys)
    if (
      !targets.has(key) &&
      context.source.leadsToText(address, place) &&
      !(await leadsToOurs(context, address))
    )
      context.ledger.addLoss(place, `the link to ${address} is unchanged: nothing was imported from there`)
  if (![...keys.values()].some((key) => targets.has(key))) return undefined
  const linked = await withAddresses(text, format, async (address) => {
    const key = keys.get(address) ?? ''
    const target = targets.get(key)
    return target === undefined ? undefined : target + endOf(address, key)
  })
  const written = { content: linked, content_format: format } as const
  return (await prepareContent(context.uploading.engine.db, written)).fields
}

/** Whether it is already the path of something here: a link that was replaced when its text was written. */
export async function leadsToOurs({ uploading }: Places, address: string): Promise<boolean> {
  const { engine, actor } = uploading
  const { article_path, page_path, category_path, tag_path } = actor.site.settings
  const aliasAt = (path: string): string | undefined => {
    const [before = '', after = ''] = path.split('{alias}')
    const given = address.split(/[?#]/)[0] ?? ''
    const alias = given.slice(before.length, given.length - after.length)
    const isThere = given.startsWith(before) && given.endsWith(after) && /^[^/]+$/.test(alias)
    return isThere ? decoded(alias) : undefined
  }
  if (/^\/authors\/\d+$/.test(address) || aliasAt(category_path) || aliasAt(tag_path)) return true
  const [article, page] = [aliasAt(article_path), aliasAt(page_path)]
  return (
    (article !== undefined && (await articleWithAlias(engine.db, actor.siteId, article)) !== undefined) ||
    (page !== undefined && (await pageWithAlias(engine.db, actor.siteId, page)) !== undefined)
  )
}

/** Each former public URL with its new path, and the feeds that readers have subscribed to. */
export async function* redirectsOf(
  places: Places,
  importId: number,
): AsyncGenerator<{ from: string; to: string }> {
  const { engine, actor } = places.uploading
  const found = await findImport(engine.db, actor.siteId, importId)
  const feed = found && FEEDS[found.kind]
  let home: string | undefined
  for (let after = 0; ; ) {
    const rows = await mainAddresses(engine.db, importId, after, 500)
    if (rows.length === 0) break
    const path = await pathsTo(places, rows)
    for (const row of rows) {
      const to = path(row)
      if (to === undefined) continue
      yield { from: row.address, to }
      if (feed === undefined || !LISTS.has(row.type)) continue
      home ??= BEFORE_LIST.exec(row.address)?.[1]
      yield { from: `${withoutSlash(row.address)}/${feed}/`, to: `${withoutSlash(to)}/feed.xml` }
    }
    after = rows.at(-1)?.id ?? after
  }
  if (feed !== undefined) yield { from: `${home ?? ''}/${feed}/`, to: '/feed.xml' }
}

/** The last part of the URLs of feeds. Generators from Markdown have them at different places. */
const FEEDS: Readonly<Partial<Record<ImportKind, string>>> = { wordpress: 'feed', ghost: 'rss' }
const LISTS: ReadonlySet<AddressedType> = new Set(['category', 'tag', 'author'])
/** What comes before the usual path of a list is the home page. */
const BEFORE_LIST = /^(.*?)\/(?:category|tag|author)\//

function withoutSlash(address: string): string {
  return address.replace(/\/$/, '')
}

/** The list of redirects as CSV. */
export async function* redirectsCsv(places: Places, importId: number): AsyncGenerator<string> {
  const line = (...cells: string[]) =>
    `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`
  yield line('from', 'to')
  for await (const { from, to } of redirectsOf(places, importId)) yield line(from, to)
}
