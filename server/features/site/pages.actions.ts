import type { Db } from '../../database.ts'
import { holds } from '../../platform/core/actor.ts'
import { Problem } from '../../platform/core/problem.ts'
import { onPage } from '../comments/subjects.rules.ts'
import { seePage } from '../pages/pages.actions.ts'
import { showPage } from '../pages/pages.view.ts'
import { threadModel } from './comment-threads.actions.ts'
import { type ArticleList, articlesOf, PAGE_SIZE, searchSite } from './lists.actions.ts'
import type { PageModel, Visit } from './page-models.rules.ts'
import { cachedText } from './parts.actions.ts'
import type { SiteModel } from './parts.rules.ts'
import type { FeedForm } from './paths.rules.ts'
import type { SiteReader } from './reader.rules.ts'
import { sectionsOf } from './sections.actions.ts'
import { metaOf } from './seo.rules.ts'
import { cardOf } from './site.view.ts'

export async function listModel(
  db: Db,
  reader: SiteReader,
  site: SiteModel,
  list: ArticleList,
  page: number,
): Promise<PageModel> {
  const { rows, total } = await articlesOf(db, reader, list, page)
  if (rows.length === 0 && (page > 1 || list.isPeriod)) throw new Problem('not-found')
  const pagination = paginationOf(list.path, page, total)
  const at = page === 1 ? list.path : `${list.path}?page=${page}`
  return {
    defaultTemplate: list.kind === 'home' ? 'home' : 'list',
    customTemplate: list.template ?? '',
    data: {
      kind: list.kind,
      title: list.title,
      description: list.description,
      about: list.about,
      trail: list.trail,
      articles: rows.map(cardOf(reader)),
      sections:
        page > 1 || list.sectionsBelow === undefined ? [] : await sectionsOf(db, reader, list.sectionsBelow),
      pagination,
      feeds: feedsOf(reader, list.path, list.title || site.name),
      meta: metaOf(reader, site.name, {
        title: list.seo?.title || list.title,
        description: list.seo?.description || list.description,
        keywords: list.seo?.keywords ?? '',
        path: at,
        part: pagination,
        picture: list.picture,
        trail: list.trail,
        type: list.kind === 'author' ? 'profile' : 'website',
      }),
    },
  }
}

function feedsOf({ paths }: SiteReader, path: string, title: string, search = '') {
  const of = (form: FeedForm) => `${paths.feed(path, form)}${search}`
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
  site: SiteModel,
  asked: unknown,
  page: number,
): Promise<PageModel> {
  const { question, total, items } = await searchSite(db, reader, asked, page)
  const query = `q=${encodeURIComponent(question)}`
  const pagination = paginationOf('/search', page, total, query)
  return {
    defaultTemplate: 'search',
    customTemplate: '',
    data: {
      kind: 'search',
      title: reader.words.search,
      question,
      articles: items,
      pagination,
      feeds: question === '' ? undefined : feedsOf(reader, '/search', question, `?${query}`),
      meta: metaOf(reader, site.name, {
        title: question === '' ? reader.words.search : `${question} · ${reader.words.search}`,
        path: question === '' ? '/search' : `/search?${query}`,
        part: pagination,
        hidden: true,
      }),
    },
  }
}

export async function pageModel(
  db: Db,
  reader: SiteReader,
  site: SiteModel,
  alias: string,
  visit: Visit,
): Promise<PageModel> {
  const row = await seePage(db, reader.actor, alias)
  // The API also finds pages by id. On the site a page has only one URL.
  if (row.alias !== alias) throw new Problem('page-not-found')
  const { content, headings, language, direction, first_picture } = await cachedText(reader, row.content)
  const page = {
    ...showPage(reader.zone)(row),
    content,
    headings,
    language,
    direction,
    url: reader.paths.page(alias),
  }
  return {
    defaultTemplate: 'page',
    customTemplate: row.template,
    data: {
      kind: 'page',
      title: row.title,
      page,
      edit_url: visit.signedIn && holds(visit.signedIn, 'pages.manage') ? `/admin/pages/${row.alias}` : '',
      trail: [],
      comments: await threadModel(db, reader, onPage(row.id), row, page.url, visit),
      meta: metaOf(reader, site.name, {
        title: row.seo_title || row.title,
        description: row.seo_description,
        keywords: row.seo_keywords,
        path: page.url,
        language,
        picture: first_picture,
        trail: [{ name: row.title, url: page.url }],
      }),
    },
  }
}

export function notFoundModel(reader: SiteReader, site: SiteModel): PageModel {
  return {
    defaultTemplate: 'not-found',
    customTemplate: '',
    data: {
      kind: 'not-found',
      title: reader.words.not_found,
      meta: metaOf(reader, site.name, { title: reader.words.not_found, path: '/', hidden: true }),
    },
  }
}
