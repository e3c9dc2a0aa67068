import type { SiteSettings } from '@inkstone/contract/settings.ts'
import { pathOf } from '../sites/addresses.rules.ts'

/** Resolves the paths of the public site. */

export type FeedForm = 'rss' | 'atom' | 'json'
type NamedKind = 'page' | 'article' | 'category' | 'tag'

export type PathTarget =
  | { readonly kind: 'home' | 'search' | 'preview' | 'captcha' }
  | { readonly kind: 'sitemap' | 'robots' | 'manifest' | 'icon' }
  | { readonly kind: 'asset'; readonly name: string }
  | { readonly kind: 'author'; readonly id: number }
  | { readonly kind: 'archive'; readonly year?: number; readonly month?: number }
  /** Several kinds may have the same path pattern: the first one with such an alias is used. */
  | { readonly kind: 'named'; readonly names: readonly AliasTarget[] }

export interface AliasTarget {
  readonly kind: NamedKind
  readonly alias: string
}

export interface ResolvedPath {
  readonly target: PathTarget
  readonly feed?: FeedForm | undefined
}

const FEEDS: ReadonlyArray<readonly [string, FeedForm]> = [
  ['/feed.xml', 'rss'],
  ['/atom.xml', 'atom'],
  ['/feed.json', 'json'],
]

const FIXED: Readonly<Record<string, PathTarget>> = {
  '/': { kind: 'home' },
  '/search': { kind: 'search' },
  '/preview': { kind: 'preview' },
  '/captcha': { kind: 'captcha' },
  '/sitemap.xml': { kind: 'sitemap' },
  '/robots.txt': { kind: 'robots' },
  '/manifest.webmanifest': { kind: 'manifest' },
  '/favicon.ico': { kind: 'icon' },
  '/archive': { kind: 'archive' },
}

type PathSettings = Pick<SiteSettings, 'article_path' | 'page_path' | 'category_path' | 'tag_path'>

/** Undefined if the site has no such path. `path` is not decoded and has no query. */
export function resolvePath(settings: PathSettings, path: string): ResolvedPath | undefined {
  for (const [ending, feed] of FEEDS) {
    if (!path.endsWith(ending)) continue
    const target = targetOf(settings, path.slice(0, -ending.length) || '/')
    return target && isList(target) ? { target, feed } : undefined
  }
  const target = targetOf(settings, path)
  return target && { target }
}

function isList(target: PathTarget): boolean {
  if (target.kind === 'named') return target.names.some(({ kind }) => kind === 'category' || kind === 'tag')
  return ['home', 'author', 'archive', 'search'].includes(target.kind)
}

const AUTHOR = /^\/authors\/([1-9]\d{0,14})$/
const ARCHIVE = /^\/archive\/(\d{4})(?:\/(0[1-9]|1[0-2]|[1-9]))?$/
const ASSET = /^\/theme\/([a-z0-9][\w-]*\.(?:css|js|woff2|svg|png|webp))$/i

function targetOf(settings: PathSettings, given: string): PathTarget | undefined {
  const path = given.length > 1 ? given.replace(/\/$/, '') : given
  const fixed = Object.hasOwn(FIXED, path) ? FIXED[path] : undefined
  if (fixed) return fixed
  const [, author] = AUTHOR.exec(path) ?? []
  if (author) return { kind: 'author', id: Number(author) }
  const [, year, month] = ARCHIVE.exec(path) ?? []
  if (year) return { kind: 'archive', year: Number(year), ...(month && { month: Number(month) }) }
  const [, name] = ASSET.exec(path) ?? []
  if (name) return { kind: 'asset', name }
  const names = NAMED_KINDS.flatMap((kind) => {
    const alias = aliasIn(settings[`${kind}_path`], path)
    return alias === undefined ? [] : [{ kind, alias }]
  })
  return names.length > 0 ? { kind: 'named', names } : undefined
}

const NAMED_KINDS: readonly NamedKind[] = ['page', 'article', 'category', 'tag']

function aliasIn(form: string, path: string): string | undefined {
  const [before = '', after = ''] = form.replace(/\/$/, '').split('{alias}')
  if (!path.startsWith(before) || !path.endsWith(after) || path.length <= before.length + after.length)
    return undefined
  const encoded = path.slice(before.length, path.length - after.length)
  if (encoded.includes('/')) return undefined
  try {
    const alias = decodeURIComponent(encoded)
    // No alias contains it, and PostgreSQL rejects it.
    return alias.includes('\0') ? undefined : alias
  } catch {
    return undefined
  }
}

/** Builds the paths of the site. */
export function createPaths(settings: PathSettings) {
  return {
    article: (alias: string) => pathOf(settings, 'article', alias),
    page: (alias: string) => pathOf(settings, 'page', alias),
    category: (alias: string) => pathOf(settings, 'category', alias),
    tag: (alias: string) => pathOf(settings, 'tag', alias),
    author: (id: number) => `/authors/${id}`,
    archive: (year: number, month: number) => `/archive/${year}/${String(month).padStart(2, '0')}`,
    feed: (list: string, form: FeedForm) => `${list.replace(/\/$/, '')}${fileOf(form)}`,
  }
}
export type Paths = ReturnType<typeof createPaths>

function fileOf(form: FeedForm): string {
  return FEEDS.find(([, other]) => other === form)?.[0] ?? ''
}

/** The page number in a query; 1 if it is invalid. */
export function pageIn(value: unknown): number {
  const number = typeof value === 'string' && /^[1-9]\d{0,8}$/.test(value) ? Number(value) : 1
  return number
}
