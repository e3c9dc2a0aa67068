import { createHash } from 'node:crypto'
import { lstat, readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { normalize } from 'node:path/posix'
import { articleTexts } from '@inkstone/contract/article-texts.ts'
import { ARCHIVED, DRAFT, PENDING, PUBLISHED } from '@inkstone/contract/articles.ts'
import type { Zone } from '../../platform/times/times.ts'
import { pathKey } from './address-keys.rules.ts'
import {
  addressIn,
  flagIn,
  type Matter,
  momentText,
  pathsIn,
  splitFrontMatter,
  textIn,
  wordsIn,
} from './front-matter.rules.ts'
import type { ImportedArticle, ImportedPage, Item, Source } from './items.ts'
import { readTaxonomy } from './taxonomy.source.ts'

/** A folder of Markdown files, each an article. */
export async function markdownSource(folder: string, zone: Zone, name = folder): Promise<Source> {
  const paths: string[] = []
  for await (const path of markdownPaths(folder)) paths.push(path)
  let done = 0
  return {
    kind: 'markdown',
    name,
    progress: () => ({ done, total: paths.length, unit: 'files' }),
    async *items() {
      yield* readTaxonomy(folder)
      for (done = 0; done < paths.length; done++)
        yield await readMarkdownFile(folder, paths[done] ?? '', zone)
    },
    linkKey: (address, where) => {
      const path = pathOf(address, where)
      return path === undefined || path === '/' ? undefined : keyOfPath(path)
    },
    leadsToText: (address) => MARKDOWN.test(address.split(/[?#]/)[0] ?? ''),
    file: (address, where) => {
      if (/^https?:\/\//i.test(address))
        return PICTURE.test(decoded(address)) ? { url: address, paths: [], elsewhere: true } : undefined
      const path = pathOf(address, where)
      if (path === undefined || MARKDOWN.test(path) || !EXTENSION.test(path)) return undefined
      const beside = address.startsWith('/')
        ? []
        : [normalize(`/${where.replace(/\.[^./]+$/, '')}/${decoded(address)}`)]
      const roots = address.startsWith('/') ? rootsFor(where) : ['']
      return { url: undefined, paths: [...roots.map((root) => `${root}${path}`), ...beside] }
    },
  }
}

const MARKDOWN = /\.(?:md|markdown|mdx)$/i
const PICTURE = /\.(?:jpe?g|png|gif|webp|avif|svg)$/i
const EXTENSION = /\.[a-z0-9]{1,10}$/i

/** Where the files of a site generator are. A zip often has the whole site in one folder. */
function rootsFor(where: string): string[] {
  const [top = ''] = where.includes('/') ? where.split('/') : []
  return ['', ...(top === '' ? [] : [`/${top}`])].flatMap((root) =>
    ['', '/static', '/source', '/public'].map((folder) => `${root}${folder}`),
  )
}

/** The path of a link in the folder; undefined for other schemes and hosts, and for fragments. */
function pathOf(address: string, where: string): string | undefined {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|#|\?)/i.test(address) || address.includes('\0')) return undefined
  const path = decoded(address)
  if (path === '') return undefined
  return normalize(path.startsWith('/') ? path : `/${dirname(where)}/${path}`)
}

function decoded(address: string): string {
  const [path = ''] = address.split(/[?#]/)
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function keyOfPath(path: string): string {
  return `markdown ${path.replace(/(?:\/(?:index\.html?)?|\.html?)$/i, '')}`
}

const MAX_FILE_BYTES = 8 * 1024 * 1024
const SKIPPED_FOLDERS = new Set(['node_modules', 'public', '_site'])

/** The paths of the Markdown files in a folder and its subfolders, sorted. Symbolic links are not followed. */
async function* markdownPaths(root: string, folder = ''): AsyncGenerator<string> {
  const entries = await readdir(join(root, folder), { withFileTypes: true })
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.name.startsWith('.') || SKIPPED_FOLDERS.has(entry.name)) continue
    if (entry.isDirectory()) yield* markdownPaths(root, path)
    else if (entry.isFile() && /\.(?:md|markdown|mdx)$/i.test(entry.name)) yield path
  }
}

/** Reads one file as an article, or as a loss if that is not possible. */
async function readMarkdownFile(root: string, path: string, zone: Zone): Promise<Item> {
  const file = join(root, path)
  if ((await lstat(file)).size > MAX_FILE_BYTES)
    return { kind: 'loss', isText: true, where: path, what: 'not imported: the file is larger than 8 MB' }
  const losses: string[] = []
  const text = textOf(await readFile(file), losses)
  try {
    return itemOf(path, splitFrontMatter(text), zone, losses)
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('\n')[0] ?? '').replace(/:$/, '') : ''
    return { kind: 'loss', isText: true, where: path, what: `its front matter cannot be read: ${why}` }
  }
}

function textOf(bytes: Buffer, losses: string[]): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    losses.push('some bytes are not UTF-8 and were replaced')
    return bytes.toString('utf8')
  }
}

function itemOf(
  path: string,
  { matter, body }: { matter: Matter; body: string },
  zone: Zone,
  losses: string[],
): ImportedArticle | ImportedPage {
  const momentIn = (...names: string[]) => readMoment(matter, names, zone, losses)
  const title = textIn(matter, 'title') ?? nameOf(path)
  const address = textIn(matter, 'permalink', 'url')
  const date =
    momentIn('date', 'pubDate', 'publishDate', 'published_at', 'publishTime') ?? dateInName(path, zone)
  reportTags(body, losses)
  const shared = {
    origin: `markdown ${createHash('sha256').update(`${path}\n${title}`).digest('base64url')}`,
    where: path,
    addresses: [
      ...(address === undefined ? [] : [keyOfPath(normalize(`/${address}`))]),
      keyOfPath(`/${path}`),
      ...(address === undefined ? [] : [pathKey(address) ?? []].flat()),
    ],
    address: address ?? `/${path}`,
    title,
    format: 'markdown' as const,
    trashed: false,
    comments: [],
    content: body.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd(),
    slug: textIn(matter, 'slug') ?? lastSegment(address) ?? nameOf(path),
    createdAt: momentIn('created', 'createTime', 'created_at') ?? date,
    updatedAt: momentIn('updated', 'lastmod', 'modified', 'updatedDate', 'last_modified_at', 'updateTime'),
    seo: seoIn(matter),
    losses,
  }
  const status = statusIn(path, matter, losses)
  const { allow_comment = 1, ...flags } = flagsIn(matter)
  if (textIn(matter, 'type') === 'page')
    return {
      ...shared,
      kind: 'page',
      enabled: status === PUBLISHED ? 1 : 0,
      sortOrder: Math.trunc(Number(textIn(matter, 'weight', 'order') ?? 0)) || 0,
      allowComment: allow_comment,
    }
  const authors = authorsIn(matter)
  if (authors.length > 1) losses.push(`only its first author is imported: ${authors.join(', ')}`)
  return {
    ...shared,
    kind: 'article',
    oldSlugs: wordsIn(matter, 'aliases', 'alias', 'redirect_from').flatMap((old) => lastSegment(old) ?? []),
    status,
    publishedAt: date,
    scheduledAt: momentIn('scheduled'),
    author: authors[0],
    summary: textIn(matter, 'summary', 'description', 'excerpt'),
    cover: addressIn(matter, 'cover', 'image', 'heroImage', 'thumbnail', 'banner', 'featured_image'),
    categories: pathsIn(matter, 'categories', 'category'),
    tags: wordsIn(matter, 'tags', 'tag'),
    flags: { ...flags, allow_comment },
  }
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

function statusIn(path: string, matter: Matter, losses: string[]): ImportedArticle['status'] {
  const status = textIn(matter, 'status')?.toLowerCase()
  if (status === 'archived') return ARCHIVED
  const closed = ['private', 'password', 'hidden'].find((name) => matter[name] && matter[name] !== 'false')
  if (closed !== undefined || status === 'private') {
    losses.push(`it is not public (\`${closed ?? 'status'}\`): imported as a draft`)
    return DRAFT
  }
  if (status === 'pending') return PENDING
  const isDraft =
    flagIn(matter, 'draft') ??
    (flagIn(matter, 'published') === false || /(?:^|\/)_drafts\//.test(path) || undefined)
  return isDraft || (status !== undefined && status === 'draft') ? DRAFT : PUBLISHED
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
  const elsewhere: ImportedArticle['seo'] = { seo_keywords: wordsIn(matter, 'keywords').join(', ') }
  const given = articleTexts.map((name) => [name, textIn(matter, name) ?? elsewhere[name]] as const)
  return Object.fromEntries(given.filter(([, text]) => text))
}

/** Template tags of a site generator stay in the text and are reported as losses. */
function reportTags(body: string, losses: string[]): void {
  const found = new Set(
    [...body.matchAll(/\{%\s*(\w+)|\{\{[<%]\s*(\w+)/g)].map(([, one, other]) => one ?? other),
  )
  if (found.size > 0) losses.push(`tags of the site generator are kept as text: ${[...found].join(', ')}`)
}
