import type { Db } from '../../database.ts'
import type { Found } from '../../platform/core/page.ts'
import { Problem } from '../../platform/core/problem.ts'
import {
  type ArticleItemRow,
  type ArticleQuery,
  articleItems,
  listArticles,
} from '../articles/reading.actions.ts'
import { readAuthor } from '../authors/authors.actions.ts'
import { seeCategory, seePublicCategories } from '../categories/categories.actions.ts'
import { findHits } from '../search/reading.actions.ts'
import { seeTag, tagIdByAlias } from '../tags/tags.actions.ts'
import { pictureAt } from './pictures.actions.ts'
import type { SiteReader, Step } from './reader.rules.ts'
import { cardOf } from './site.view.ts'
import type { Picture } from './text.rules.ts'

export const PAGE_SIZE = 12

/** A list of articles: its subject and its query. */
export interface ArticleList {
  readonly kind: 'home' | 'category' | 'tag' | 'author' | 'archive'
  readonly path: string
  readonly title: string
  readonly description: string
  readonly query: ArticleQuery
  /** A month or a year, which there is only with articles: search engines would find endless empty pages. */
  readonly isPeriod?: true
  /** The breadcrumbs, without the home page. */
  readonly trail: readonly Step[]
  /** The subject of the list, for its template. */
  readonly about: Readonly<Record<string, unknown>>
  /** The category whose subcategories are its sections; null for those of the top level. */
  readonly sectionsBelow?: number | null
  /** Of its subject. */
  readonly picture?: Picture | undefined
  readonly seo?: { readonly title: string; readonly keywords: string; readonly description: string }
  readonly template?: string
}

export const homeList: ArticleList = {
  kind: 'home',
  path: '/',
  title: '',
  description: '',
  query: {},
  trail: [],
  about: {},
  sectionsBelow: null,
}

export async function authorList(db: Db, reader: SiteReader, id: number): Promise<ArticleList> {
  const author = await readAuthor(db, reader.actor.siteId, id)
  const path = reader.paths.author(id)
  const name = author.nickname || (await nameInArticles(db, reader, id))
  return {
    kind: 'author',
    path,
    title: name,
    description: author.bio,
    query: { author_id: id },
    picture: await pictureAt(db, reader, author.avatar),
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
  const all = await seePublicCategories(db, actor)
  const found = all.find((category) => category.alias === alias)
  if (!found) throw new Problem('category-not-found')
  const category = await seeCategory(db, actor, found.id)
  const picture = await pictureAt(db, reader, category.cover)
  return {
    kind: 'category',
    path: paths.category(alias),
    title: category.name,
    description: category.description,
    query: { category_id: category.id, include_children: 1 },
    trail: reader.trailTo(category.id),
    about: {
      id: category.id,
      name: category.name,
      alias,
      icon: category.icon,
      external_link: category.external_link,
      picture,
      article_count: category.article_count,
      children: all
        .filter(({ parent_id }) => parent_id === category.id)
        .map((child) => ({ id: child.id, name: child.name, url: paths.category(child.alias) })),
    },
    sectionsBelow: category.id,
    picture,
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

/** The search query in a URL. */
export function questionIn(asked: unknown): string {
  return typeof asked === 'string' ? [...asked.trim()].slice(0, MAX_KEYWORD_LENGTH).join('') : ''
}

/** Search results with highlighted matches. An empty query has none. */
export async function searchSite(db: Db, reader: SiteReader, asked: unknown, page: number) {
  const question = questionIn(asked)
  if (question === '') return { question, total: 0, items: [] }
  const found = await findHits(db, reader.actor, question, {}, { page, page_size: PAGE_SIZE })
  const card = cardOf(reader)
  const articles = await articleItems(db, reader.actor, found.ids)
  return {
    question,
    total: found.total,
    items: articles.map((article) => ({ ...card(article), highlight: found.highlights.get(article.id) })),
  }
}
