import { lstat, readdir, readFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { normalize } from 'node:path/posix'
import { decoderFor } from '../../platform/texts/encodings.ts'
import type { Zone } from '../../platform/times/times.ts'
import { splitFrontMatter } from './front-matter.rules.ts'
import { type GeneratorSite, outsideSite, placeOf } from './generator.rules.ts'
import { readGeneratorSite } from './generator.source.ts'
import type { FileFacts, FormerAddress, ImportedArticle, Item, Source } from './items.ts'
import { keyOfPath } from './markdown-addresses.rules.ts'
import { itemOf } from './markdown-file.rules.ts'
import { readMediaList } from './media-list.source.ts'
import { createTextFinder } from './site-generator.rules.ts'
import { readTaxonomy } from './taxonomy.source.ts'

/** A folder of Markdown files, each an article. */
export async function markdownSource(folder: string, zone: Zone, name = folder): Promise<Source> {
  const found: string[] = []
  const others: string[] = []
  for await (const path of textPaths(folder)) (MARKDOWN.test(path) ? found : others).push(path)
  const { site, losses } = await readGeneratorSite(folder, found)
  const paths = found.filter((path) => outsideSite(path, site) === undefined)
  const findTextFrom = createTextFinder(paths)
  const factsByPath = new Map<string, FileFacts>()
  /** The paths of the pages that a site generator made of files: their relative links start there. */
  const oldPaths = new Map<string, string>()
  let done = 0
  return {
    kind: 'markdown',
    name,
    places: new Set(paths),
    progress: () => ({ done, total: paths.length, unit: 'files' }),
    async *items() {
      const lost = new Map<string, number>()
      const lists = createListFinder()
      const loseField = (field: string) => void lost.set(field, (lost.get(field) ?? 0) + 1)
      for (const loss of losses) yield { kind: 'loss', ...loss }
      for (const [where, count] of countsOf(found.flatMap((path) => outsideSite(path, site) ?? [])))
        yield {
          kind: 'loss',
          where,
          what: `it is not part of the site: its texts are not imported (${count})`,
        }
      for (const [type, count] of countsOf(otherTexts(others, site, paths.length === 0)))
        yield {
          kind: 'loss',
          where: basename(name),
          what: `files of the type ${type} are no Markdown: their texts are not imported (${count})`,
        }
      yield* readMediaList(folder, factsByPath)
      yield* readTaxonomy(folder)
      for (done = 0; done < paths.length; done++) {
        const path = paths[done] ?? ''
        const item = await readMarkdownFile(folder, path, {
          zone,
          site,
          findText: findTextFrom(path),
          loseField,
        })
        if ((item.kind === 'article' || item.kind === 'page') && placeOf(path, site))
          oldPaths.set(path, decoded(pathnameOf(item.address)))
        if (item.kind === 'article') yield* lists.of(item)
        yield item
      }
      for (const [field, count] of lost)
        yield {
          kind: 'loss',
          where: basename(name),
          what: `the field \`${field}\` of the front matter is not imported (${count})`,
        }
    },
    linkKey: (address, where) => {
      const given = withoutHost(address, site.host)
      const path = pathOf(given, MARKDOWN.test(decoded(given)) ? where : (oldPaths.get(where) ?? where))
      const isHome = path === undefined || /^\/*$/.test(path) || path.replace(/(?<!\/)\/+$/, '') === site.base
      return isHome ? undefined : keyOfPath(path)
    },
    // Files that are missing are reported as such.
    leadsToText: (address, where) =>
      TEXT.test(decoded(address)) ||
      (placeOf(where, site) !== undefined && !EXTENSION.test(decoded(address))),
    file: (address, where) => {
      if (/^https?:\/\//i.test(address))
        return PICTURE.test(decoded(address)) ? { url: address, paths: [], elsewhere: true } : undefined
      const path = pathOf(address, where)
      if (path === undefined || TEXT.test(path) || !EXTENSION.test(path)) return undefined
      const beside = address.startsWith('/')
        ? []
        : [normalize(`/${where.replace(/\.[^./]+$/, '')}/${decoded(address)}`)]
      const roots = address.startsWith('/') ? rootsFor(where) : ['']
      return {
        url: undefined,
        facts: factsByPath.get(path),
        paths: [...roots.map((root) => `${root}${path}`), ...beside],
      }
    },
  }
}

function countsOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/** The types of the texts that are no Markdown. Beside Markdown, documents are files that texts link to. */
function otherTexts(paths: readonly string[], site: GeneratorSite, isOnlyOthers: boolean): string[] {
  const isOfGenerator = site.contentFolder !== undefined || site.isJekyll
  return paths
    .filter((path) => (isOfGenerator ? placeOf(path, site) !== undefined : !path.startsWith('media/')))
    .filter((path) => isOnlyOthers || !DOCUMENT.test(path))
    .map((path) => extname(path).toLowerCase())
}

const OTHER_TEXT = /\.(?:html?|org|rst|adoc|asciidoc|textile|docx?|odt|rtf)$/i
const DOCUMENT = /\.(?:docx?|odt|rtf)$/i
const MARKDOWN = /\.(?:md|markdown|mdx)$/i
const TEXT = /\.(?:md|markdown|mdx|html?)$/i
const PICTURE = /\.(?:jpe?g|png|gif|webp|avif|svg)$/i
const EXTENSION = /\.[a-z0-9]{1,10}$/i

/** Where the files of a site generator are. A zip often has the whole site in one folder. */
function rootsFor(where: string): string[] {
  const [top = ''] = where.includes('/') ? where.split('/') : []
  return ['', ...(top === '' ? [] : [`/${top}`])].flatMap((root) =>
    ['', '/static', '/source', '/public'].map((folder) => `${root}${folder}`),
  )
}

function withoutHost(address: string, host: string | undefined): string {
  if (host === undefined || !/^https?:/i.test(address) || !URL.canParse(address)) return address
  const url = new URL(address)
  return url.host === host ? `${url.pathname}${url.search}${url.hash}` : address
}

/** The path of a link in the folder or on the site; undefined for other schemes and hosts, fragments and template tags. */
function pathOf(address: string, where: string): string | undefined {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|#|\?|\{[{%])/i.test(address) || address.includes('\0')) return undefined
  const path = decoded(address)
  if (path === '') return undefined
  return normalize(path.startsWith('/') ? path : `/${folderOf(where)}/${path}`)
}

function pathnameOf(address: string): string {
  return /^https?:/i.test(address) && URL.canParse(address) ? new URL(address).pathname : address
}

/** The folder of a file or page. The path of a page may be a folder itself. */
function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}

function decoded(address: string): string {
  const [path = ''] = address.split(/[?#]/)
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const MAX_FILE_BYTES = 8 * 1024 * 1024
const SKIPPED_FOLDERS = new Set(['node_modules', 'public', '_site'])

/** The paths of the texts in a folder and its subfolders, sorted. Symbolic links are not followed. */
async function* textPaths(root: string, folder = ''): AsyncGenerator<string> {
  const entries = await readdir(join(root, folder), { withFileTypes: true })
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.name.startsWith('.') || SKIPPED_FOLDERS.has(entry.name)) continue
    if (entry.isDirectory()) yield* textPaths(root, path)
    else if (entry.isFile() && (MARKDOWN.test(path) || OTHER_TEXT.test(path))) yield path
  }
}

/** Reads one file as an article, or as a loss if that is not possible. */
async function readMarkdownFile(
  root: string,
  path: string,
  surroundings: Parameters<typeof itemOf>[1],
): Promise<Item> {
  const file = join(root, path)
  if ((await lstat(file)).size > MAX_FILE_BYTES)
    return { kind: 'loss', isText: true, where: path, what: 'not imported: the file is larger than 8 MB' }
  const losses: string[] = []
  const text = textOf(await readFile(file), losses)
  try {
    return itemOf({ path, ...splitFrontMatter(text) }, surroundings, losses)
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('\n')[0] ?? '').replace(/:$/, '') : ''
    return { kind: 'loss', isText: true, where: path, what: `its front matter cannot be read: ${why}` }
  }
}

function textOf(bytes: Buffer, losses: string[]): string {
  // Notepad of Windows calls it Unicode.
  const utf16 = bytes.length % 2 === 0 ? UTF_16.get(bytes.subarray(0, 2).toString('latin1')) : undefined
  const decoder = utf16 === undefined ? decoderFor([bytes]) : new TextDecoder(utf16)
  if (decoder) return decoder.decode(bytes)
  losses.push('some bytes are not UTF-8 and were replaced')
  return bytes.toString('utf8')
}

const UTF_16 = new Map([
  ['\xff\xfe', 'utf-16le'],
  ['\xfe\xff', 'utf-16be'],
])

/** The authors of articles, and their categories and tags, each once, with the paths that Hexo and Hugo give their lists. */
function createListFinder() {
  const seen = new Set<string>()
  function* once(item: Extract<Item, { kind: 'category' | 'tag' }>): Generator<Item> {
    const key = item.formerList?.address ?? ''
    if (!seen.has(key)) yield item
    seen.add(key)
  }
  return {
    *of({ categories, tags, author, authorNickname }: ImportedArticle): Generator<Item> {
      if (author !== undefined && authorNickname !== undefined)
        yield { kind: 'author', name: author, nickname: authorNickname, email: '' }
      for (const path of categories)
        yield* once({
          kind: 'category',
          path,
          slug: undefined,
          description: '',
          formerList: listAt('categories', path),
        })
      for (const name of tags)
        yield* once({
          kind: 'tag',
          name,
          slug: undefined,
          description: '',
          formerList: listAt('tags', [name]),
        })
    },
  }
}

function listAt(folder: string, names: readonly string[]): FormerAddress {
  const path = `/${folder}/${names.map((name) => name.replace(/[\s/]+/g, '-')).join('/')}`
  return { address: `${path}/`, key: keyOfPath(path) }
}
