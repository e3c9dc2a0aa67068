import type { Db } from '../../database.ts'
import type { Found } from '../../platform/core/page.ts'
import { Problem } from '../../platform/core/problem.ts'
import { type ArticleItemRow, type ArticleQuery, listArticles } from '../articles/reading.actions.ts'
import { readAuthor } from '../authors/authors.actions.ts'
import { seeCategories, seeCategory } from '../categories/categories.actions.ts'
import { searchArticles } from '../search/reading.actions.ts'
import { highlightHit } from '../search/search.view.ts'
import { seeTag, tagIdByAlias } from '../tags/tags.actions.ts'
import type { PathTarget } from './paths.rules.ts'
import type { SiteReader } from './reader.rules.ts'
import { cardOf, pictureOf } from './site.view.ts'

export const PAGE_SIZE = 12

/** A list of articles: its subject and its query. */
export interface ArticleList {
  readonly kind: 'home' | 'category' | 'tag' | 'author' | 'archive'
  readonly path: string
  readonly title: string
  readonly description: string
  readonly query: ArticleQuery
  /** The breadcrumbs, without the home page. */
  readonly trail: ReadonlyArray<{ readonly name: string; readonly url: string }>
  /** The subject of the list, for its template. */
  readonly about: Readonly<Record<string, unknown>>
  readonly seo?: { readonly title: string; readonly keywords: string; readonly description: string }
  readonly template?: string
}

type ListPlace = Extract<PathTarget, { kind: 'author' | 'archive' }>

export const homeList: ArticleList = {
  kind: 'home',
  path: '/',
  title: '',
  description: '',
  query: {},
  trail: [],
  about: {},
}

export async function findList(db: Db, reader: SiteReader, place: ListPlace): Promise<ArticleList> {
  return place.kind === 'author' ? authorList(db, reader, place.id) : archiveList(db, reader, place)
}

async function authorList(db: Db, reader: SiteReader, id: number): Promise<ArticleList> {
  const author = await readAuthor(db, reader.actor.siteId, id)
  const path = reader.paths.author(id)
  const name = author.nickname || (await nameInArticles(db, reader, id))
  return {
    kind: 'author',
    path,
    title: name,
    description: author.bio,
    query: { author_id: id },
    trail: [{ name, url: path }],
    about: { ...author, nickname: name, avatar: reader.file(author.avatar) },
  }
}

/** The name of an author without a nickname, as their articles show it. */
async function nameInArticles(db: Db, reader: SiteReader, author_id: number): Promise<string> {
  const { rows } = await listArticles(db, reader.actor, { author_id }, { page: 1, page_size: 1 })
  const [card] = rows.map(cardOf(reader))
  return card?.author.nickname ?? reader.words.author
}

/** The articles of a category and its descendants. */
export async function categoryList(db: Db, reader: SiteReader, alias: string): Promise<ArticleList> {
  const { actor, paths } = reader
  const all = await seeCategories(db, actor, false)
  const found = all.find((category) => category.alias === alias)
  if (!found) throw new Problem('category-not-found')
  const category = await seeCategory(db, actor, found.id)
  const byId = new Map(all.map((other) => [other.id, other]))
  const trail: { name: string; url: string }[] = []
  for (let above: typeof found | undefined = found; above; above = byId.get(above.parent_id ?? 0))
    trail.unshift({ name: above.name, url: paths.category(above.alias) })
  return {
    kind: 'category',
    path: paths.category(alias),
    title: category.name,
    description: category.description,
    query: { category_id: category.id, include_children: 1 },
    trail,
    about: {
      id: category.id,
      name: category.name,
      alias,
      icon: category.icon,
      external_link: category.external_link,
      picture: pictureOf(reader, category.cover, null),
      article_count: category.article_count,
      children: all
        .filter(({ parent_id }) => parent_id === category.id)
        .map((child) => ({ id: child.id, name: child.name, url: paths.category(child.alias) })),
    },
    seo: {
      title: category.seo_title,
      keywords: category.seo_keywords,
      description: category.seo_description,
    },
    template: category.template,
  }
}

export async function tagList(db: Db, reader: SiteReader, alias: string): Promise<ArticleList> {
  const id = await tagIdByAlias(db, reader.actor, alias)
  const tag = await seeTag(db, reader.actor, id)
  const path = reader.paths.tag(alias)
  return {
    kind: 'tag',
    path,
    title: tag.name,
    description: tag.description,
    query: { tag_id: id },
    trail: [{ name: tag.name, url: path }],
    about: { id, name: tag.name, alias, color: tag.color, article_count: tag.article_count },
    seo: { title: tag.seo_title, keywords: tag.seo_keywords, description: tag.seo_description },
  }
}

/** The articles of a month or a year; by default, of the latest month with articles. */
async function archiveList(
  db: Db,
  reader: SiteReader,
  { year, month }: { year?: number; month?: number },
): Promise<ArticleList> {
  const { zone, paths, words } = reader
  if (year === undefined) {
    const newest = await momentOf(db, reader, { sort: 'publish_time', order: 'desc' })
    if (newest !== undefined) return archiveList(db, reader, monthOf(reader, newest))
    return {
      kind: 'archive',
      path: '/archive',
      title: words.archive,
      description: '',
      query: {},
      trail: [],
      about: {},
    }
  }
  const first = zone.parse(`${digits(year, 4)}-${digits(month ?? 1)}-01`, 'first')
  const last = zone.parse(`${digits(year, 4)}-${digits(month ?? 12)}-${lastDay(year, month ?? 12)}`, 'last')
  if (first === undefined || last === undefined) throw new Problem('not-found')
  const earlier = await momentOf(db, reader, {
    published_until: first - 1,
    sort: 'publish_time',
    order: 'desc',
  })
  const later = await momentOf(db, reader, { published_since: last + 1, sort: 'publish_time', order: 'asc' })
  const link = (moment: number | undefined) => {
    if (moment === undefined) return undefined
    const at = monthOf(reader, moment)
    return { name: `${at.year}-${digits(at.month)}`, url: paths.archive(at.year, at.month) }
  }
  const path = month === undefined ? `/archive/${digits(year, 4)}` : paths.archive(year, month)
  const name = month === undefined ? String(year) : `${year}-${digits(month)}`
  return {
    kind: 'archive',
    path,
    title: `${words.archive} ${name}`,
    description: '',
    query: { published_since: first, published_until: last, sort: 'publish_time', order: 'desc' },
    trail: [
      { name: words.archive, url: '/archive' },
      { name, url: path },
    ],
    about: { year, month, earlier: link(earlier), later: link(later) },
  }
}

async function momentOf(db: Db, reader: SiteReader, query: ArticleQuery): Promise<number | undefined> {
  const { rows } = await listArticles(db, reader.actor, query, { page: 1, page_size: 1 })
  return rows[0]?.publish_at ?? undefined
}

function monthOf({ zone }: SiteReader, moment: number): { year: number; month: number } {
  const [year, month] = zone.format(moment).split('-', 2)
  return { year: Number(year), month: Number(month) }
}

function digits(number: number, length = 2): string {
  return String(number).padStart(length, '0')
}

function lastDay(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

export function articlesOf(
  db: Db,
  reader: SiteReader,
  { query }: Pick<ArticleList, 'query'>,
  page: number,
  page_size = PAGE_SIZE,
): Promise<Found<ArticleItemRow>> {
  return listArticles(db, reader.actor, query, { page, page_size })
}

const MAX_KEYWORD_LENGTH = 100

/** Search results with highlighted matches. An empty query has none. */
export async function searchSite(db: Db, reader: SiteReader, asked: unknown, page: number) {
  const question = typeof asked === 'string' ? [...asked.trim()].slice(0, MAX_KEYWORD_LENGTH).join('') : ''
  if (question === '') return { question, total: 0, items: [] }
  const found = await searchArticles(db, reader.actor, question, {}, { page, page_size: PAGE_SIZE })
  const card = cardOf(reader)
  return {
    question,
    total: found.total,
    items: found.hits.map((hit) => ({ ...card(hit.article), highlight: highlightHit(hit, found.query) })),
  }
}
