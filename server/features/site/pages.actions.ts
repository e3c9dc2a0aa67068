import type { Db } from '../../database.ts'
import type { Actor } from '../../platform/actor.ts'
import { Problem } from '../../platform/problem.ts'
import { canEdit } from '../articles/articles.policy.ts'
import {
  listArticles,
  readArticleByAlias,
  relatedTo,
  type WholeArticle,
} from '../articles/reading.actions.ts'
import { showComment } from '../comments/comments.view.ts'
import { readComments } from '../comments/reading.actions.ts'
import { seePage } from '../pages/pages.actions.ts'
import { showPage } from '../pages/pages.view.ts'
import { navigationOf } from './info.actions.ts'
import { type ArticleList, articlesOf, PAGE_SIZE, searched } from './lists.actions.ts'
import type { FeedForm } from './places.rules.ts'
import type { SiteReader } from './reader.rules.ts'
import { metaOf } from './seo.rules.ts'
import { cardOf, commentOf, wholeOf } from './site.view.ts'
import { directionOf } from './words.rules.ts'

/** What a template gets, by the kind of page. */
export interface PageModel {
  /** The template that is usual for it. */
  readonly usual: string
  /** The one that its article, page or category names; empty where it names none. */
  readonly wanted: string
  readonly data: Readonly<Record<string, unknown>>
}

export type SiteShown = Awaited<ReturnType<typeof siteOf>>

/** What every page shows of the site. */
export async function siteOf(db: Db, reader: SiteReader, name: string, version: string) {
  const { actor, words, file } = reader
  const { settings } = actor.site
  const local = (url: string) =>
    reader.base !== '' && url.startsWith(`${reader.base}/`) ? url.slice(reader.base.length) : url
  const linked = (items: Awaited<ReturnType<typeof navigationOf>>): NavigationLink[] =>
    items.map((item) => ({
      name: item.name,
      url: item.external_link || local(item.url),
      external: item.external_link !== '',
      children: linked(item.children),
    }))
  return {
    name: settings.site_name || name,
    description: settings.site_description,
    keywords: settings.site_keywords,
    logo: file(settings.site_logo),
    icon: file(settings.site_icon),
    language: settings.site_language,
    direction: directionOf(settings.site_language),
    url: reader.base,
    look: settings.site_look,
    font: settings.site_font,
    accent: settings.site_accent,
    navigation: linked(await navigationOf(db, actor, reader.base)),
    words,
    version,
  }
}

interface NavigationLink {
  readonly name: string
  readonly url: string
  readonly external: boolean
  readonly children: readonly NavigationLink[]
}

export async function listModel(
  db: Db,
  reader: SiteReader,
  site: SiteShown,
  list: ArticleList,
  page: number,
): Promise<PageModel> {
  const { rows, total } = await articlesOf(db, reader, list, page)
  if (page > 1 && rows.length === 0) throw new Problem('not-found')
  const at = page === 1 ? list.path : `${list.path}?page=${page}`
  return {
    usual: list.kind === 'home' ? 'home' : 'list',
    wanted: list.template ?? '',
    data: {
      kind: list.kind,
      title: list.title,
      description: list.description,
      about: list.about,
      trail: list.trail,
      articles: rows.map(cardOf(reader)),
      pagination: paginationOf(list.path, page, total),
      feeds: feedsOf(reader, list.path, list.title || site.name),
      meta: metaOf(reader, site.name, {
        title: list.seo?.title || list.title,
        description: list.seo?.description || list.description,
        keywords: list.seo?.keywords ?? '',
        path: at,
        trail: list.trail,
        type: list.kind === 'author' ? 'profile' : 'website',
      }),
    },
  }
}

function feedsOf({ paths }: SiteReader, path: string, title: string) {
  const of = (form: FeedForm) => paths.feed(path, form)
  return { title, rss: of('rss'), atom: of('atom'), json: of('json') }
}

function paginationOf(path: string, page: number, total: number, query = '') {
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE))
  const address = (number: number) => {
    const parts = [query, number > 1 ? `page=${number}` : ''].filter((part) => part !== '')
    return parts.length === 0 ? path : `${path}?${parts.join('&')}`
  }
  return {
    page,
    pages,
    total,
    newer: page > 1 ? address(page - 1) : '',
    older: page < pages ? address(page + 1) : '',
  }
}

export async function searchModel(
  db: Db,
  reader: SiteReader,
  site: SiteShown,
  asked: unknown,
  page: number,
): Promise<PageModel> {
  const { question, total, items } = await searched(db, reader, asked, page)
  const query = `q=${encodeURIComponent(question)}`
  return {
    usual: 'search',
    wanted: '',
    data: {
      kind: 'search',
      title: reader.words.search,
      question,
      articles: items,
      pagination: paginationOf('/search', page, total, query),
      meta: metaOf(reader, site.name, {
        title: question === '' ? reader.words.search : `${question} · ${reader.words.search}`,
        path: question === '' ? '/search' : `/search?${query}`,
        hidden: true,
      }),
    },
  }
}

/** What is known of the visit beside the address: the page of the comments, and what became of one that was sent. */
export interface Visit {
  readonly comments: number
  readonly signedIn?: Actor | undefined
  readonly form?: Readonly<Record<string, unknown>>
}

const RELATED = 4
const COMMENTS = 20

export async function articleModel(
  db: Db,
  reader: SiteReader,
  site: SiteShown,
  alias: string,
  visit: Visit,
): Promise<PageModel> {
  const article = await readArticleByAlias(db, reader.actor, alias)
  const shown = wholeOf(reader, article)
  const card = cardOf(reader)
  const trail = [shown.category, { name: shown.title, url: shown.url }]
  return {
    usual: 'article',
    wanted: shown.template,
    data: {
      kind: 'article',
      title: shown.title,
      article: shown,
      edit_url: visit.signedIn && canEdit(visit.signedIn, article) ? `/admin/articles/${article.id}` : '',
      trail: [{ name: shown.category.name, url: shown.category.url }],
      related: (await relatedTo(db, reader.actor, article.id, RELATED)).map(card),
      ...(await neighbours(db, reader, article)),
      comments: await commentsModel(db, reader, article, shown.url, visit),
      meta: metaOf(reader, site.name, {
        title: shown.seo_title || shown.title,
        description: shown.seo_description || shown.summary,
        keywords: shown.seo_keywords || shown.tags.map(({ name }) => name).join(', '),
        path: shown.url,
        type: 'article',
        picture: shown.picture,
        trail,
        article: shown,
      }),
    },
  }
}

/** A preview: the article without what belongs to published ones. */
export function previewModel(reader: SiteReader, site: SiteShown, article: WholeArticle): PageModel {
  const shown = wholeOf(reader, article)
  return {
    usual: 'article',
    wanted: shown.template,
    data: {
      kind: 'preview',
      title: shown.title,
      article: shown,
      trail: [{ name: shown.category.name, url: shown.category.url }],
      related: [],
      meta: metaOf(reader, site.name, {
        title: shown.seo_title || shown.title,
        description: shown.seo_description || shown.summary,
        path: shown.url,
        hidden: true,
      }),
    },
  }
}

const SOME = 10

/** The articles before and after this one, by the time of their publication. */
async function neighbours(db: Db, reader: SiteReader, article: WholeArticle) {
  const moment = article.publish_at ?? article.created_at
  const find = async (side: 'older' | 'newer') => {
    const query =
      side === 'older'
        ? ({ published_until: moment, sort: 'publish_time', order: 'desc' } as const)
        : ({ published_since: moment, sort: 'publish_time', order: 'asc' } as const)
    const { rows } = await listArticles(db, reader.actor, query, { page: 1, page_size: SOME })
    // Those of the same second stand beside it: whoever comes after it in this order is next.
    const own = rows.findIndex(({ id }) => id === article.id)
    const next = rows.slice(own + 1).find(({ id }) => id !== article.id)
    return next && cardOf(reader)(next)
  }
  return { previous: await find('older'), next: await find('newer') }
}

async function commentsModel(
  db: Db,
  reader: SiteReader,
  article: WholeArticle,
  path: string,
  { comments: page, form = {} }: Visit,
) {
  const { settings } = reader.actor.site
  const { rows, total, threads } = await readComments(db, reader.actor, article.id, 'oldest', {
    page,
    page_size: COMMENTS,
  })
  const show = commentOf(reader)
  const pages = Math.max(1, Math.ceil(threads / COMMENTS))
  const address = (number: number) => `${path}${number > 1 ? `?comments=${number}` : ''}#comments`
  return {
    shown: settings.comment_enabled === 1 && article.allow_comment === 1,
    guests: settings.comment_guests === 1,
    captcha: settings.comment_captcha === 1 ? settings.comment_captcha_type : '',
    min_length: settings.comment_min_length,
    max_length: settings.comment_max_length,
    total,
    page,
    pages,
    newer: page < pages ? address(page + 1) : '',
    older: page > 1 ? address(page - 1) : '',
    list: rows.map((row) => show(showComment(reader.zone)(row))),
    path,
    form: { values: {}, errors: [], ...form },
  }
}

export async function pageModel(
  db: Db,
  reader: SiteReader,
  site: SiteShown,
  alias: string,
): Promise<PageModel> {
  const row = await seePage(db, reader.actor, alias)
  // The API finds pages by their ids too; an address has one name.
  if (row.alias !== alias) throw new Problem('page-not-found')
  const page = {
    ...showPage(reader.zone)(row),
    content: reader.content(row.content),
    url: reader.paths.page(alias),
  }
  return {
    usual: 'page',
    wanted: row.template,
    data: {
      kind: 'page',
      title: row.title,
      page,
      trail: [],
      meta: metaOf(reader, site.name, {
        title: row.seo_title || row.title,
        description: row.seo_description,
        keywords: row.seo_keywords,
        path: page.url,
        trail: [{ name: row.title, url: page.url }],
      }),
    },
  }
}

export function notFoundModel(reader: SiteReader, site: SiteShown): PageModel {
  return {
    usual: 'not-found',
    wanted: '',
    data: {
      kind: 'not-found',
      title: reader.words.not_found,
      meta: metaOf(reader, site.name, { title: reader.words.not_found, path: '/', hidden: true }),
    },
  }
}
