import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PageQuery } from '@inkstone/contract/schema.ts'
import type { Db } from '../../database.ts'
import type { Found } from '../../platform/core/page.ts'
import { Problem } from '../../platform/core/problem.ts'
import { type ArticleDetailRow, articleDetails } from '../articles/reading.actions.ts'
import { listAuthors } from '../authors/authors.actions.ts'
import { seePublicCategories } from '../categories/categories.actions.ts'
import { mediaAt, type NamedMedia } from '../media/shown-media.actions.ts'
import { seePublicPages } from '../pages/pages.actions.ts'
import { newestMatches } from '../search-index/finding.actions.ts'
import { seeTags } from '../tags/tags.actions.ts'
import {
  type Enclosure,
  escapeXml,
  type FeedItem,
  feedIdOf,
  linkedFromAnywhere,
  soundSources,
  writeFeed,
} from './feeds.rules.ts'
import { type ArticleList, articlesOf, questionIn } from './lists.actions.ts'
import type { SiteModel } from './parts.rules.ts'
import type { FeedForm } from './paths.rules.ts'
import type { SiteReader } from './reader.rules.ts'
import { detailOf } from './site.view.ts'

const FEED_ITEMS = 20

/** The newest articles of a list with their texts. Pinned articles do not come first. */
export async function listFeed(
  db: Db,
  reader: SiteReader,
  site: SiteModel,
  list: ArticleList,
  form: FeedForm,
): Promise<string> {
  const query = { ...list.query, sort: 'publish_time', order: 'desc' } as const
  const { rows } = await articlesOf(db, reader, { query }, 1, FEED_ITEMS)
  if (rows.length === 0 && list.isPeriod) throw new Problem('not-found')
  const ids = rows.map(({ id }) => id)
  return feedOf(db, reader, site, { ...list, ids }, form)
}

/** The newest articles that contain all words of a query, also those that the search would show on a later page. */
export async function searchFeed(
  db: Db,
  reader: SiteReader,
  site: SiteModel,
  asked: unknown,
  form: FeedForm,
): Promise<string> {
  const question = questionIn(asked)
  const ids = await newestMatches(db, reader.actor.siteId, question, FEED_ITEMS)
  const subject = {
    path: '/search',
    search: question === '' ? '' : `?q=${encodeURIComponent(question)}`,
    title: question === '' ? reader.words.search : `${question} · ${reader.words.search}`,
    description: '',
  }
  return feedOf(db, reader, site, { ...subject, ids }, form)
}

interface FeedSubject extends Pick<ArticleList, 'path' | 'title' | 'description'> {
  /** The query string of its URL. */
  readonly search?: string
  readonly ids: readonly number[]
}

async function feedOf(
  db: Db,
  reader: SiteReader,
  site: SiteModel,
  { path, search = '', title, description, ids }: FeedSubject,
  form: FeedForm,
): Promise<string> {
  const articles = await articleDetails(db, reader.actor, ids)
  const sounds = await mediaAt(
    db,
    reader.actor.siteId,
    articles.flatMap(({ content }) => soundSources(content)),
  )
  const items = articles
    .map((article) => itemOf(reader, article, sounds))
    .sort((a, b) => b.published - a.published)
  return writeFeed(form, {
    title: title === '' ? site.name : `${title} · ${site.name}`,
    description: description || site.description,
    language: site.language,
    url: reader.absolute(`${path}${search}`),
    self: reader.absolute(`${reader.paths.feed(path, form)}${search}`),
    icon: site.icon === '' ? '' : reader.absolute(site.icon),
    items,
    updated: Math.max(0, ...items.map(({ updated }) => updated)),
  })
}

function itemOf(
  reader: SiteReader,
  article: ArticleDetailRow,
  sounds: ReadonlyMap<string, NamedMedia>,
): FeedItem {
  const shown = detailOf(reader, article)
  const published = article.publish_at ?? article.created_at
  const url = reader.absolute(shown.url)
  return {
    id: feedIdOf(reader.actor.siteId, article),
    title: shown.title,
    url,
    summary: shown.summary,
    content: linkedFromAnywhere(reader.content(article.content, 'whole'), reader.base, url),
    author: shown.author.nickname,
    category: shown.category.name,
    tags: shown.tags.map(({ name }) => name),
    image: shown.picture && { ...shown.picture.share, src: reader.absolute(shown.picture.share.src) },
    enclosure: enclosureOf(reader, article, sounds),
    published,
    updated: Math.max(published, article.updated_at),
  }
}

function enclosureOf(
  { absolute }: SiteReader,
  { content }: ArticleDetailRow,
  sounds: ReadonlyMap<string, NamedMedia>,
): Enclosure | undefined {
  for (const address of soundSources(content)) {
    const file = sounds.get(address)
    if (file) return { url: absolute(address), type: file.mime_type, bytes: file.size }
  }
  return undefined
}

const SITEMAP_LIMITS = { mostInOne: 50_000, part: 5_000 }
/** Of tags and of authors. */
const MAX_OF_A_KIND = 5_000
const PORTION = 100
const HEAD = '<?xml version="1.0" encoding="utf-8"?>\n'
const SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/**
 * Everything that readers can open. With 50,000 URLs or more it is an index of parts. Undefined for a part that does not
 * exist.
 */
export async function sitemapOf(
  db: Db,
  reader: SiteReader,
  part: number | undefined,
  limits: Readonly<typeof SITEMAP_LIMITS> = SITEMAP_LIMITS,
): Promise<string | undefined> {
  const step = Math.min(PORTION, limits.part)
  const others = await addressesBesideArticles(db, reader)
  const { total } = await articlesOf(db, reader, { query: {} }, 1, 1)
  const parts = Math.max(1, Math.ceil(total / limits.part))
  if (part === undefined && others.length + total >= limits.mostInOne) return indexOf(reader, parts)
  if (part !== undefined && part > parts) return undefined
  const first = part === undefined ? 0 : (part - 1) * limits.part
  const end = part === undefined ? total : Math.min(total, part * limits.part)
  const addresses = part === undefined || part === 1 ? others : []
  for (let at = first; at < end; at += step) {
    const { rows } = await articlesOf(db, reader, { query: OLDEST_FIRST }, at / step + 1, step)
    for (const row of rows)
      addresses.push({
        url: reader.paths.article(row.alias),
        at: reader.zone.formatWithOffset(row.updated_at),
      })
    // Thousands of rows are read, so other requests get a turn.
    await nextTurn()
  }
  const urls = addresses.map(
    ({ url, at }) =>
      `<url><loc>${escapeXml(reader.absolute(url))}</loc>${at ? `<lastmod>${at}</lastmod>` : ''}</url>`,
  )
  return `${HEAD}<urlset ${SCHEMA}>\n${urls.join('\n')}\n</urlset>\n`
}

/** New articles come last, so that earlier parts do not change. */
const OLDEST_FIRST = { sort: 'publish_time', order: 'asc' } as const

function indexOf(reader: SiteReader, parts: number): string {
  const maps = Array.from(
    { length: parts },
    (_, index) =>
      `<sitemap><loc>${escapeXml(reader.absolute(`/sitemap.xml?part=${index + 1}`))}</loc></sitemap>`,
  )
  return `${HEAD}<sitemapindex ${SCHEMA}>\n${maps.join('\n')}\n</sitemapindex>\n`
}

async function addressesBesideArticles(db: Db, reader: SiteReader) {
  const { actor, paths } = reader
  const addresses: { url: string; at?: string }[] = [{ url: '/' }]
  for (const { alias } of await seePublicPages(db, actor)) addresses.push({ url: paths.page(alias) })
  for (const { alias } of withArticles(await seePublicCategories(db, actor)))
    addresses.push({ url: paths.category(alias) })
  for (const tag of await inPortions((page) => seeTags(db, actor, page)))
    if (tag.article_count > 0) addresses.push({ url: paths.tag(tag.alias) })
  for (const { id } of await inPortions((page) => listAuthors(db, actor.siteId, page)))
    addresses.push({ url: paths.author(id) })
  return addresses
}

type ListedCategory = Awaited<ReturnType<typeof seePublicCategories>>[number]

/** The categories whose pages list an article: their own, or one of a category below. */
function withArticles(categories: readonly ListedCategory[]): ListedCategory[] {
  const byId = new Map(categories.map((category) => [category.id, category]))
  const found = new Set<ListedCategory>()
  for (const category of categories) {
    if (category.article_count === 0) continue
    for (let at: ListedCategory | undefined = category; at; at = byId.get(at.parent_id ?? 0)) found.add(at)
  }
  return categories.filter((category) => found.has(category))
}

/** Everything in a list, up to a limit. */
async function inPortions<Item>(read: (page: PageQuery) => Promise<Found<Item>>): Promise<Item[]> {
  const items: Item[] = []
  for (let page = 1; ; page++) {
    const { rows, total } = await read({ page, page_size: PORTION })
    items.push(...rows)
    if (page * PORTION >= Math.min(total, MAX_OF_A_KIND)) return items
  }
}
