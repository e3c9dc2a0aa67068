import { createHash } from 'node:crypto'
import { basename, dirname, normalize } from 'node:path/posix'
import { articleTexts } from '@inkstone/contract/article-texts.ts'
import { ARCHIVED, DRAFT, PENDING, PUBLISHED } from '@inkstone/contract/articles.ts'
import { aroundCode } from '../../platform/markdown/code-parts.ts'
import { markdownToHtml } from '../../platform/markdown/markdown-to-html.ts'
import { plainText } from '../../platform/search/plain-text.ts'
import type { Zone } from '../../platform/times/times.ts'
import { GENERATOR, textInFile } from '../exports/markdown-files.rules.ts'
import { PageExtras } from '../exports/restored-fields.rules.ts'
import { fieldsIn } from './fields.rules.ts'
import {
  addressIn,
  flagIn,
  type Matter,
  momentText,
  pathsIn,
  textIn,
  withJekyllLists,
  wordsIn,
} from './front-matter.rules.ts'
import { type GeneratorSite, isJekyllPost, isPage, placeOf } from './generator.rules.ts'
import type { ImportedArticle, ImportedPage } from './items.ts'
import { addressesOf, keyOfPath } from './markdown-addresses.rules.ts'
import { trackedMatter } from './matter.rules.ts'
import { withPlayers } from './players.rules.ts'
import { type FindText, fromSiteGenerator } from './site-generator.rules.ts'
import { splitTitle } from './title-heading.rules.ts'

interface MarkdownFile {
  readonly path: string
  readonly matter: Matter
  readonly body: string
}

interface Surroundings {
  readonly zone: Zone
  readonly site: GeneratorSite
  readonly findText: FindText
  /** Counts a field of the front matter that is not imported. */
  loseField(name: string): void
}

/** A Markdown file as an article or page. `losses` are those of reading it. */
export function itemOf(
  { path, matter: given, body }: MarkdownFile,
  { zone, site, findText, loseField }: Surroundings,
  losses: string[],
): ImportedArticle | ImportedPage {
  const fields = isJekyllPost(path) ? withJekyllLists(given) : given
  const { matter, unread } = trackedMatter(fields)
  const momentIn = (...names: string[]) => readMoment(matter, names, zone, losses)
  const place = placeOf(path, site)
  const name = nameOf(place?.generator === 'hugo' && !/^_?index\./.test(place.path) ? place.path : path)
  const knownTitle = textIn(matter, 'title') ?? name
  const stated = textIn(matter, 'permalink', 'url')
  const former = addressesOf({ path, matter: fields, title: knownTitle }, stated, site)
  const date =
    momentIn('publishDate', 'pubDate', 'published_at', 'publishTime', 'date') ?? dateInName(path, zone)
  const aliases = wordsIn(matter, 'aliases', 'alias', 'redirect_from')
  const isOurs = matter.generator === GENERATOR
  const text = isOurs ? textInFile(body) : contentOf(path, body, findText, losses)
  const { title, content } = titledText(matter, text, knownTitle)
  const shared = {
    origin: `markdown ${createHash('sha256').update(`${path}\n${knownTitle}`).digest('base64url')}`,
    where: path,
    addresses: former.keys,
    address: former.address,
    formerAddresses: aliases
      .filter((old) => old.includes('/'))
      .map((old) => ({
        address: old.startsWith('/') ? `${site.base}${old}` : old,
        key: keyOfPath(normalize(`/${old}`)),
      })),
    title,
    format: 'markdown' as const,
    trashed: false,
    comments: [],
    content,
    slug: textIn(matter, 'slug') ?? lastSegment(former.given) ?? name,
    createdAt: momentIn('created', 'createTime', 'created_at', 'date') ?? date,
    updatedAt: momentIn('updated', 'lastmod', 'modified', 'updatedDate', 'last_modified_at', 'updateTime'),
    seo: seoIn(matter),
    losses,
  }
  const status = statusIn(path, matter, losses)
  const { allow_comment = 1, ...flags } = flagsIn(matter)
  const item = isPage(path, fields, site)
    ? {
        ...shared,
        kind: 'page' as const,
        enabled: status === PUBLISHED ? (1 as const) : (0 as const),
        sortOrder: Math.trunc(Number(textIn(matter, 'weight', 'order') ?? 0)) || 0,
        allowComment: allow_comment,
        extras: fieldsIn(PageExtras, matter, (name) =>
          losses.push(`\`${name}\` is not valid and not imported`),
        ),
      }
    : {
        ...shared,
        ...articleFields(matter, losses),
        summary: summaryIn(matter) ?? (isOurs ? undefined : summaryBeforeMore(content)),
        kind: 'article' as const,
        oldSlugs: aliases.flatMap((old) => lastSegment(old) ?? []),
        status,
        publishedAt: date,
        scheduledAt: momentIn('scheduled'),
        flags: { ...flags, allow_comment },
      }
  const isKept = (name: string) => name === 'type' || (item.kind === 'page' && fields[name] === 'page')
  for (const name of unread()) if (!isKept(name)) loseField(name)
  return item
}

/** A text without a given title may have one as its first heading. */
function titledText(matter: Matter, text: string, title: string): { title: string; content: string } {
  const hasOwn = matter.generator === GENERATOR || textIn(matter, 'title') !== undefined
  return (hasOwn ? undefined : splitTitle(text)) ?? { title, content: text }
}

function articleFields(matter: Matter, losses: string[]) {
  const authors = authorsIn(matter)
  if (authors.length > 1) losses.push(`only its first author is imported: ${authors.join(', ')}`)
  for (const name of ['tags', 'tag', 'categories', 'category']) {
    const value = matter[name]
    if (Array.isArray(value) && value.some((each) => isObject(each)))
      losses.push(`\`${name}\` has entries that are not names: they are not imported`)
  }
  const extra = isObject(matter.author) ? Object.keys(matter.author as Matter) : []
  const lost = extra.filter((name) => name !== 'name')
  if (lost.length > 0) losses.push(`only the name of its author is imported, not ${lost.join(', ')}`)
  for (const name of ['cover', 'images']) {
    const value = matter[name]
    if (Array.isArray(value) && value.length > 1)
      losses.push(
        `\`${name}\` has ${value.length} entries: the first is its cover, the others are not imported`,
      )
  }
  return {
    author: authors[0],
    authorNickname: textIn(matter, 'author_nickname'),
    cover: addressIn(
      matter,
      'cover',
      'image',
      'heroImage',
      'thumbnail',
      'banner',
      'featured_image',
      'images',
    ),
    categories: pathsIn(matter, 'categories', 'category'),
    tags: wordsIn(matter, 'tags', 'tag'),
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** With a summary, the description is for search engines. */
function summaryIn(matter: Matter): string | undefined {
  return textIn(matter, 'summary', 'excerpt') ?? textIn(matter, 'description')
}

const MORE = /<!--\s*more\s*-->/i
const LONGEST_BEFORE_MORE = 20_000

function summaryBeforeMore(content: string): string | undefined {
  const { index = 0 } = MORE.exec(content) ?? {}
  if (index === 0 || index > LONGEST_BEFORE_MORE) return undefined
  return plainText(markdownToHtml(content.slice(0, index))).trim() || undefined
}

function contentOf(path: string, body: string, findText: FindText, losses: string[]): string {
  // Typecho marks its Markdown texts.
  const text = body
    .replace(/^\s*<!--markdown-->/, '')
    .replace(/^(?:[ \t]*\r?\n)+/, '')
    .trimEnd()
  const converted = withPlayersOnLines(fromSiteGenerator(text, findText, losses))
  if (!/\.mdx$/i.test(path)) return converted
  const parts = aroundCode(converted)
  const texts = parts.filter((_, at) => at % 2 === 0).map((part) => part.replace(/`[^`\n]*`/g, ''))
  if (texts.some((part) => /^(?:import|export)\s|<[A-Z]/m.test(part)))
    losses.push('components and expressions of MDX are not imported')
  return parts
    .map((part, at) => (at % 2 === 1 ? part : part.replace(MDX_IMPORT, '')))
    .join('')
    .trim()
}

const MDX_IMPORT =
  /^(?:import\s.{1,500}\sfrom\s+["'][^"'\n]{1,500}["'];?|import\s+["'][^"'\n]{1,500}["'];?)[ \t]*$/gm

/** Frames that are blocks: others may be within code. */
function withPlayersOnLines(text: string): string {
  return aroundCode(text)
    .map((part, at) =>
      at % 2 === 1
        ? part
        : part.replace(/^ {0,3}<(?:iframe|object|embed)\b.*$/gim, (line) => withPlayers(line)),
    )
    .join('')
}

/** The name of the file, or of the folder of a page bundle, without Jekyll's date prefix. */
function nameOf(path: string): string {
  const name = basename(path).replace(/\.[^.]+$/, '')
  const isIndex = /^_?index$/i.test(name) && dirname(path) !== '.'
  return (isIndex ? basename(dirname(path)) : name).replace(/^\d{4}-\d{2}-\d{2}-(?=.)/, '')
}

function dateInName(path: string, zone: Zone): number | undefined {
  const [day] = /^\d{4}-\d{2}-\d{2}(?=-)/.exec(basename(path)) ?? []
  return day === undefined ? undefined : zone.parse(day, 'first')
}

function lastSegment(address: string | undefined): string | undefined {
  const segments = address?.split(/[?#]/)[0]?.split('/').filter(Boolean)
  const last = segments?.at(-1)?.replace(/\.(?:html?|md)$/i, '')
  return last === undefined || last.includes(':') ? undefined : last
}

function readMoment(matter: Matter, names: string[], zone: Zone, losses: string[]): number | undefined {
  const name = names.find((each) => matter[each] !== undefined && matter[each] !== null)
  if (name === undefined) return undefined
  const text = momentText(matter[name])
  const moment = text === undefined ? undefined : zone.parse(text, 'first')
  if (moment === undefined) losses.push(`\`${name}\` is not a date: ${String(matter[name]).slice(0, 100)}`)
  return moment
}

const STATUSES = new Map<string, ImportedArticle['status']>([
  ['archived', ARCHIVED],
  ['pending', PENDING],
  ['waiting', PENDING],
  ['draft', DRAFT],
  ['private', DRAFT],
  ['hidden', DRAFT],
  ['publish', PUBLISHED],
  ['published', PUBLISHED],
])

function statusIn(path: string, matter: Matter, losses: string[]): ImportedArticle['status'] {
  const given = textIn(matter, 'status')?.toLowerCase()
  const status = STATUSES.get(given ?? '')
  const halo = matter.halo
  const isDraft =
    flagIn(matter, 'draft') ??
    (flagIn(matter, 'published') === false ||
      (isObject(halo) && flagIn(halo as Matter, 'publish') === false) ||
      /(?:^|\/)_drafts\//.test(path))
  if (given !== undefined && status === undefined) losses.push(`its status ${given.slice(0, 50)} is unknown`)
  if (status === ARCHIVED) return ARCHIVED
  const closed = ['private', 'password', 'hidden'].find((name) => matter[name] && matter[name] !== 'false')
  if (closed !== undefined || given === 'private' || given === 'hidden') {
    losses.push(`it is not public (\`${closed ?? 'status'}\`): imported as a draft`)
    return DRAFT
  }
  if (status === PENDING) return PENDING
  return isDraft || status === DRAFT ? DRAFT : PUBLISHED
}

function authorsIn(matter: Matter): string[] {
  const value = matter.author ?? matter.authors
  if (Array.isArray(value)) return value.flatMap((each) => authorsIn({ author: each }))
  const name = typeof value === 'object' && value !== null ? textIn(value as Matter, 'name') : undefined
  return [name ?? textIn(matter, 'author', 'authors')].filter((each) => each !== undefined)
}

function flagsIn(matter: Matter): ImportedArticle['flags'] {
  const given = {
    is_top: flagIn(matter, 'is_top', 'top', 'sticky', 'pinned', 'pin'),
    is_hot: flagIn(matter, 'is_hot'),
    is_recommend: flagIn(matter, 'is_recommend', 'featured', 'recommend'),
    allow_comment: flagIn(matter, 'comments', 'comment', 'allowComment'),
  }
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, flag]) => (flag === undefined ? [] : [[name, flag ? 1 : 0]])),
  )
}

function seoIn(matter: Matter): ImportedArticle['seo'] {
  const hasSummary = textIn(matter, 'summary', 'excerpt') !== undefined
  const elsewhere: ImportedArticle['seo'] = {
    seo_keywords: wordsIn(matter, 'keywords').join(', '),
    ...(hasSummary && { seo_description: textIn(matter, 'description') ?? '' }),
  }
  const given = articleTexts.map((name) => [name, textIn(matter, name) ?? elsewhere[name]] as const)
  return Object.fromEntries(given.filter(([, text]) => text))
}
