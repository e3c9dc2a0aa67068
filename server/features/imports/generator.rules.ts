import { type Matter, textIn } from './front-matter.rules.ts'

export type Generator = 'hugo' | 'jekyll' | 'hexo'

/** The folder of a site generator, as far as URLs depend on it. */
export interface GeneratorSite {
  /** The path of the site in the folder, empty or with a slash at the end. */
  readonly root: string
  readonly hasHexoPosts: boolean
  readonly isJekyll: boolean
  /** The folder with all of its texts, of Hugo and Hexo. */
  readonly contentFolder: string | undefined
  /** Hugo's posts are in folders of `content`, so that the files beside these are pages. */
  readonly hasHugoSections: boolean
  /** The pattern of URLs in the configuration of Jekyll or Hexo. */
  readonly permalink: string | undefined
  /** The languages of a Hugo site. */
  readonly languages: readonly Language[]
  /** The patterns in the configuration of Hugo, by section. */
  readonly permalinks: ReadonlyMap<string, string>
  /** Its host, if the configuration says it. */
  readonly host: string | undefined
  /** The path of the site on its host, without a slash at the end. */
  readonly base: string
}

interface Language {
  readonly name: string
  /** Where its texts are, if they have a folder of their own, with a slash at the end. */
  readonly folder: string | undefined
  /** What its paths begin with, empty or with a slash at the end. */
  readonly prefix: string
}

/** Hexo keeps its posts in a folder with the same name, in `source`. */
const JEKYLL_POST = /(?:^|\/)(?<!(?:^|\/)source\/)_(?:posts|drafts)\//
const HEXO_POST = /^source\/_posts\//
const OWN_FOLDERS = /^(?:content|source|_posts|_drafts)$/

/** Whether it is a post or draft of a Jekyll site, by its path in the folder. */
export function isJekyllPost(path: string): boolean {
  return JEKYLL_POST.test(path)
}

function contentFolderOf(
  root: string,
  paths: readonly string[],
  { isHugo, isHexo }: { isHugo: boolean; isHexo: boolean },
): string | undefined {
  const isThere = (folder: string) => paths.some((path) => path.startsWith(`${root}${folder}`))
  if (isHugo && isThere('content/')) return 'content/'
  return isHexo ? 'source/' : undefined
}

const NOT_OF_JEKYLL =
  /^(?:vendor|_includes|_layouts|_sass)\/|^(?:readme|license|contributing|code_of_conduct|changelog)\.[^/]+$/i

/** The file or folder that it is in, if a site generator makes no page of it: themes, templates of posts, packages. */
export function outsideSite(path: string, site: GeneratorSite): string | undefined {
  const { root, contentFolder, isJekyll } = site
  const inside = path.startsWith(root) ? path.slice(root.length) : undefined
  const generator = placeOf(path, site)?.generator
  const isOutside =
    contentFolder === undefined
      ? isJekyll && NOT_OF_JEKYLL.test(inside ?? '')
      : generator === undefined || generator === 'jekyll'
  const [first = ''] = (inside ?? path).split('/')
  return isOutside ? `${inside === undefined ? '' : root}${first}` : undefined
}

function isInHugoSection(place: ReturnType<typeof placeOf>): boolean {
  return place?.generator === 'hugo' && !isHugoPage(place.path)
}

/** Whether it is directly in `content`, as a file or a bundle, or the page of a section. */
function isHugoPage(path: string): boolean {
  return /^(?:[^/]+|[^/]+\/index\.[^/]+)$/.test(path) || /\/_index\.[^/]+$/.test(path)
}

/** Where the site is: in the folder, or in the only folder in it. */
export function rootOf(folders: readonly string[], files: readonly string[]): string {
  const [only = '', ...others] = folders
  return only === '' || others.length > 0 || files.length > 0 || OWN_FOLDERS.test(only) ? '' : `${only}/`
}

const BASE_URL = ['baseURL', 'baseurl', 'baseUrl']

type Config = Matter | undefined

/** The site by its files and its configuration, of Hugo, or of Jekyll and Hexo. */
export function siteOf(root: string, paths: readonly string[], hugo: Config, other: Config): GeneratorSite {
  const hasHexoPosts = paths.some((path) => path.startsWith(root) && HEXO_POST.test(path.slice(root.length)))
  const site = {
    root,
    hasHexoPosts,
    isJekyll: other !== undefined && !hasHexoPosts,
    contentFolder: contentFolderOf(root, paths, {
      isHugo: hugo !== undefined,
      isHexo: other !== undefined && hasHexoPosts,
    }),
    hasHugoSections: false,
    languages: languagesIn(hugo),
    permalink: other && textIn(other, 'permalink'),
    permalinks: patternsIn(hugo),
    host: hostIn(hugo, other),
    base: baseIn(hugo, other).replace(/\/+$/, ''),
  }
  return { ...site, hasHugoSections: paths.some((path) => isInHugoSection(placeOf(path, site))) }
}

/** `contentDir` of each language. The paths of the default one have no prefix. */
function languagesIn(hugo: Config): Language[] {
  const first = (hugo && textIn(hugo, 'defaultContentLanguage')) ?? 'en'
  const hasPrefix = hugo?.defaultContentLanguageInSubdir === true
  return Object.entries(matterIn(hugo?.languages)).map(([name, given]) => {
    const folder = textIn(matterIn(given), 'contentDir')
    return {
      name: name.toLowerCase(),
      folder: folder && `${folder.replace(/^\.?\/|\/+$/g, '')}/`,
      prefix: name === first && !hasPrefix ? '' : `${name.toLowerCase()}/`,
    }
  })
}

function hostIn(hugo: Config, other: Config): string | undefined {
  const address = (hugo && textIn(hugo, ...BASE_URL)) ?? (other && textIn(other, 'url'))
  return address !== undefined && URL.canParse(address) ? new URL(address).host : undefined
}

function baseIn(hugo: Config, other: Config): string {
  const address = hugo && textIn(hugo, ...BASE_URL)
  if (address !== undefined) return URL.canParse(address) ? new URL(address).pathname : ''
  const path = other && textIn(other, 'baseurl', 'root')
  return path === undefined ? '' : path.replace(/^(?!\/)/, '/')
}

/** `posts = …` in `[permalinks]`, or in `[permalinks.page]`. */
function patternsIn(hugo: Config): Map<string, string> {
  const given = matterIn(hugo?.permalinks)
  const patterns = { ...given, ...matterIn(given.page) }
  return new Map(
    Object.entries(patterns).flatMap(([section, pattern]) =>
      typeof pattern === 'string' ? [[section, pattern] as const] : [],
    ),
  )
}

function matterIn(value: unknown): Matter {
  return typeof value === 'object' && value !== null ? (value as Matter) : {}
}

/** Which generator made a page of the file, its path there, and what precedes it in URLs; undefined for other files. */
export function placeOf(
  path: string,
  { root, hasHexoPosts, isJekyll, languages }: GeneratorSite,
): { generator: Generator; path: string; prefix: string } | undefined {
  if (!path.startsWith(root)) return undefined
  const inside = path.slice(root.length)
  const within = (folder: string) => inside.slice(folder.length)
  const own = languages.find(({ folder }) => folder !== undefined && inside.startsWith(folder))
  if (own?.folder !== undefined || inside.startsWith('content/'))
    return inHugo(within(own?.folder ?? 'content/'), own, languages)
  if (hasHexoPosts && inside.startsWith('source/'))
    return { generator: 'hexo', path: within('source/'), prefix: '' }
  return isJekyll || isJekyllPost(inside) ? { generator: 'jekyll', path: inside, prefix: '' } : undefined
}

/** The language of a file may also be in its name, as in `about.zh.md`. */
function inHugo(path: string, own: Language | undefined, languages: readonly Language[]) {
  const [, start = '', name = '', extension = ''] = /^(.*)\.([a-z-]{2,12})(\.[^./]+)$/is.exec(path) ?? []
  const named = languages.find((language) => language.name === name.toLowerCase())
  const prefix = (named ?? own)?.prefix ?? ''
  return { generator: 'hugo' as const, path: named ? `${start}${extension}` : path, prefix }
}

/** Whether it is a page: it says so, or Hugo or Hexo made it outside the posts. */
export function isPage(path: string, matter: Matter, site: GeneratorSite): boolean {
  const type = textIn(matter, 'type')
  const layout = textIn(matter, 'layout')
  if (type === 'page') return true
  if (/(?:^|\/)_(?:posts|drafts)\//.test(path)) return false
  if (layout === 'page') return true
  if (layout === 'post' || type === 'post') return false
  const place = placeOf(path, site)
  return (
    place?.generator === 'hexo' ||
    (place?.generator === 'hugo' && site.hasHugoSections && isHugoPage(place.path))
  )
}
