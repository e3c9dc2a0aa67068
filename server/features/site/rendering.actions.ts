import type { Logger } from 'pino'
import type { Db } from '../../database.ts'
import { type Actor, holds } from '../../platform/core/actor.ts'
import { Problem } from '../../platform/core/problem.ts'
import type { TemplateFault } from '../../platform/templates/folder.ts'
import { seePublicCategories } from '../categories/categories.actions.ts'
import { siteBase } from '../sites/addresses.rules.ts'
import { siteNames } from '../sites/sites.actions.ts'
import { archiveList } from './archive.actions.ts'
import { articleModel } from './article-pages.actions.ts'
import { listFeed, searchFeed, sitemapOf } from './feeds.actions.ts'
import { escapeXml, feedTypes } from './feeds.rules.ts'
import { pathByFormerAliases } from './former-aliases.actions.ts'
import { type ArticleList, authorList, categoryList, homeList, tagList } from './lists.actions.ts'
import { STYLE_PLACE } from './page-bytes.rules.ts'
import type { PageModel, Visit } from './page-models.rules.ts'
import { listModel, notFoundModel, pageModel, searchModel } from './pages.actions.ts'
import { readPart, settingsKey } from './parts.actions.ts'
import type { OpenCategories, PageDependencies, SiteModel } from './parts.rules.ts'
import { type AliasTarget, type FeedForm, pageIn, type ResolvedPath } from './paths.rules.ts'
import { createReader, type SiteReader } from './reader.rules.ts'
import { siteModel } from './site-model.actions.ts'
import type { SiteContext } from './site-options.ts'
import { inlineStyle, versionOf } from './style.actions.ts'
import type { InlineStyle } from './style.rules.ts'

export interface RenderedPage {
  readonly status: number
  readonly type: string
  readonly body: string
  /** The style sheet, which belongs where the body has `STYLE_PLACE`. */
  readonly style?: InlineStyle
  /** The target of a redirect, which has no body. */
  readonly location?: string
  readonly fault?: TemplateFault | undefined
}

export const HTML = 'text/html; charset=utf-8'

export interface PageRequest {
  readonly resolved: ResolvedPath | undefined
  readonly query: Readonly<Record<string, unknown>>
  readonly origin: string
  readonly visit?: Visit | undefined
  /** Collects the cache dependencies of the parts of the page. */
  readonly dependencies?: PageDependencies
}

/** The reader of a site, and the site as templates see it. */
export async function readerOf(
  anonymous: Actor,
  { publicUrl, mediaUrl, zone, templates, parts }: SiteContext,
  origin: string,
  dependencies: PageDependencies = { slots: [] },
): Promise<{ reader: SiteReader; site: SiteModel }> {
  const version = versionOf(templates, anonymous)
  const readerAt = (base: string, categories: OpenCategories) =>
    createReader(anonymous, {
      zone,
      base,
      mediaUrl,
      parts,
      dependencies,
      categories,
      isInTheme: templates.mentions,
    })
  const scheme = origin.slice(0, origin.indexOf('//'))
  const key = `${settingsKey(anonymous.site)} ${scheme} ${version}`
  const frame = await readPart(parts.frames, dependencies, key, anonymous.siteId, async (db) => {
    const { settings } = anonymous.site
    const { name, domains } = await siteNames(db, anonymous.siteId)
    const isConfigured = settings.site_url !== '' || domains.length > 0 || publicUrl !== undefined
    const base = isConfigured ? siteBase({ settings, domains, publicUrl, origin }) : ''
    const categories = new Map(
      (await seePublicCategories(db, anonymous)).map(({ id, name, alias, parent_id }) => [
        id,
        { name, alias, parent_id },
      ]),
    )
    const site = await siteModel(db, readerAt(base, categories), name, version)
    return { base, categories, site }
  })
  const { categories } = frame
  if (frame.base !== '') return { reader: readerAt(frame.base, categories), site: frame.site }
  return { reader: readerAt(origin, categories), site: siteAt(frame.site, origin) }
}

const sitesAt = new WeakMap<SiteModel, SiteModel>()

/** The site with this URL: the same object as the last time, if the URL is the same. */
function siteAt(site: SiteModel, url: string): SiteModel {
  const last = sitesAt.get(site)
  if (last?.url === url) return last
  const made = Object.freeze({ ...site, url })
  sitesAt.set(site, made)
  return made
}

/** Renders a path of the site for an anonymous reader. All content is read through the actions of the API. */
export async function renderPath(
  db: Db,
  anonymous: Actor,
  options: SiteContext,
  request: PageRequest,
): Promise<RenderedPage> {
  const { reader, site } = await readerOf(anonymous, options, request.origin, request.dependencies)
  try {
    const found = await findContent(db, reader, site, request)
    if ('body' in found) return found
    return page(options, site, found, 200, request.visit)
  } catch (error) {
    const location = movedTo(reader, notFoundProblem(error))
    if (location !== undefined) return { status: 301, type: HTML, body: '', location }
    return page(options, site, notFoundModel(reader, site), 404, request.visit)
  }
}

const NOT_FOUND = /not-found$/

export function page(
  { templates, log }: Pick<SiteContext, 'templates' | 'log'>,
  site: SiteModel,
  model: PageModel,
  status: number,
  visit: Visit | undefined,
): RenderedPage {
  const style = inlineStyle(templates, site)
  const data = {
    ...model.data,
    site,
    style: style.css && STYLE_PLACE,
    words: site.words,
    viewer: { signed_in: visit?.signedIn !== undefined },
  }
  const { text, fault } = templates.render(templateName(model.customTemplate), model.defaultTemplate, data)
  if (fault) logFault(log, fault)
  const shown =
    fault && visit?.signedIn && holds(visit.signedIn, 'settings.manage') ? withFault(text, fault) : text
  return { status, type: HTML, body: shown, style, fault }
}

/** The name of a template may be given with or without its file extension. */
function templateName(name: string): string {
  return name.replace(/\.liquid$/i, '')
}

function logFault(log: Logger, fault: TemplateFault): void {
  log.warn({ file: fault.file, line: fault.line, reason: fault.message }, 'a template of the theme failed')
}

function withFault(html: string, { file, line, message }: TemplateFault): string {
  const note = `<div class="fault" role="alert"><strong>${escapeXml(file)}:${line}</strong> ${escapeXml(message)}</div>`
  return html.replace(/<body[^>]*>/, (body) => `${body}${note}`)
}

async function findContent(
  db: Db,
  reader: SiteReader,
  site: SiteModel,
  { resolved, query, visit }: PageRequest,
): Promise<PageModel | RenderedPage> {
  if (!resolved) throw new Problem('not-found')
  const { target, feed } = resolved
  switch (target.kind) {
    case 'home':
      return ofList(db, reader, site, homeList, feed, query)
    case 'author':
      return ofList(db, reader, site, await authorList(db, reader, target.id), feed, query)
    case 'archive':
      return ofList(db, reader, site, await archiveList(db, reader, target), feed, query)
    case 'search':
      if (feed) return feedPage(feed, await searchFeed(db, reader, site, query.q, feed))
      return searchModel(db, reader, site, query.q, pageIn(query.page))
    case 'named':
      return ofName(db, reader, site, target.names, { feed, query, visit })
    case 'sitemap': {
      const part = query.part === undefined ? undefined : pageIn(query.part)
      const body = await sitemapOf(db, reader, part)
      if (body === undefined) throw new Problem('not-found')
      return { status: 200, type: 'application/xml; charset=utf-8', body }
    }
    case 'robots':
      return { status: 200, type: 'text/plain; charset=utf-8', body: robots(reader) }
    case 'manifest':
      return { status: 200, type: 'application/manifest+json; charset=utf-8', body: manifest(site) }
    default:
      throw new Problem('not-found')
  }
}

async function ofList(
  db: Db,
  reader: SiteReader,
  site: SiteModel,
  list: ArticleList,
  feed: ResolvedPath['feed'],
  query: PageRequest['query'],
): Promise<PageModel | RenderedPage> {
  if (!feed) return listModel(db, reader, site, list, pageIn(query.page))
  return feedPage(feed, await listFeed(db, reader, site, list, feed))
}

function feedPage(form: FeedForm, body: string): RenderedPage {
  return { status: 200, type: feedTypes[form], body }
}

async function ofName(
  db: Db,
  reader: SiteReader,
  site: SiteModel,
  names: readonly AliasTarget[],
  {
    feed,
    query,
    visit = { comments: pageIn(query.comments) },
  }: Pick<PageRequest, 'query' | 'visit'> & Pick<ResolvedPath, 'feed'>,
): Promise<PageModel | RenderedPage> {
  let moved: Problem | undefined
  for (const { kind, alias } of names) {
    if (feed && kind !== 'category' && kind !== 'tag') continue
    try {
      if (kind === 'page') return await pageModel(db, reader, site, alias, visit)
      if (kind === 'article') return await articleModel(db, reader, site, alias, visit)
      const list = await (kind === 'category' ? categoryList : tagList)(db, reader, alias)
      return await ofList(db, reader, site, list, feed, query)
    } catch (error) {
      const problem = notFoundProblem(error)
      if (problem.problem === 'article-moved') moved = problem
    }
  }
  if (moved) throw moved
  const location = await pathByFormerAliases(db, reader, names, feed)
  if (location === undefined) throw new Problem('not-found')
  return { status: 301, type: HTML, body: '', location }
}

/** A problem that means "not found" or "moved". Other errors are thrown again. */
function notFoundProblem(error: unknown): Problem {
  if (error instanceof Problem && (NOT_FOUND.test(error.problem) || error.problem === 'article-moved'))
    return error
  throw error
}

/** The current path of an article that was requested by a former alias. */
function movedTo({ paths }: SiteReader, { problem, details }: Problem): string | undefined {
  if (problem !== 'article-moved') return undefined
  const alias = details.location?.split('/').at(-1)
  return alias === undefined ? undefined : paths.article(decodeURIComponent(alias))
}

function robots({ absolute }: SiteReader): string {
  return `User-agent: *\nDisallow: /admin\nDisallow: /api/\nDisallow: /preview\nDisallow: /search\nAllow: /\n\nSitemap: ${absolute('/sitemap.xml')}\n`
}

function manifest(site: SiteModel): string {
  return JSON.stringify({
    name: site.name,
    short_name: site.name.slice(0, 30),
    description: site.description,
    lang: site.language,
    dir: site.direction,
    start_url: '/',
    display: 'browser',
    icons: [{ src: site.icon || '/favicon.ico', sizes: 'any' }],
  })
}
