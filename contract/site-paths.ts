import { Type } from '@sinclair/typebox'

/**
 * First path segments that the service uses itself. No page and no path setting may use one of them: it would hide a
 * route or be hidden by it.
 */
const reservedSegments: ReadonlySet<string> = new Set([
  'admin',
  'api',
  'archive',
  'assets',
  'atom.xml',
  'authors',
  'captcha',
  'comments',
  'docs',
  'favicon.ico',
  'feed.json',
  'feed.xml',
  'healthz',
  'manifest.webmanifest',
  'mcp',
  'metrics',
  'preview',
  'readyz',
  'robots.txt',
  'search',
  'sitemap.xml',
  'theme',
  'unsubscribe',
  'uploads',
])

const feedFiles: readonly string[] = ['feed.xml', 'atom.xml', 'feed.json']

/** The path of one kind of content on the site. It contains {alias}. */
export function SitePath(standard: string) {
  return Type.String({
    maxLength: 200,
    pattern: '^/(?:[A-Za-z0-9_.~-]+/)*(?:[A-Za-z0-9_.~-]*)\\{alias\\}(?:[A-Za-z0-9_.~-]*)/?$',
    default: standard,
    description:
      'A path that starts with / and contains {alias} in its last segment. No segment is `.` or `..`.',
    examples: [standard],
  })
}

/** Scheme and host, with or without a path, never with a query. */
export const SiteAddress = Type.String({
  trim: true,
  maxLength: 500,
  pattern: '^([hH][tT][tT][pP][sS]?://[^\\s/?#@]+(/[^\\s?#]*)?)?$',
  issue: 'not-url',
  default: '',
  description: 'The public URL of the site.',
  examples: ['https://www.example.com'],
})

/** Whether a path has a segment `.` or `..`. Browsers remove it, so they would ask for another path. */
export function hasDotSegment(path: string): boolean {
  return path.split('/').some((segment) => segment === '.' || segment === '..')
}

/** Whether a path, or the alias of a page at the root, starts with a segment that the service uses itself. */
export function isReservedPath(path: string): boolean {
  const [first = ''] = path.replace(/^\//, '').split('/', 1)
  return reservedSegments.has(first.toLowerCase())
}

/** The aliases that a path setting would place on a path of the service, such as `search` for `/{alias}`. */
export function reservedAliases(path: string): string[] {
  const [before = '', after = ''] = path.replace(/\/$/, '').split('{alias}')
  const folder = before.lastIndexOf('/')
  const start = before.slice(folder + 1)
  // A feed belongs to what is above it, at any depth.
  const names = folder === 0 ? [...reservedSegments] : feedFiles
  const isPossible = (name: string) =>
    name.startsWith(start) && name.endsWith(after) && name.length > start.length + after.length
  return names.filter(isPossible).map((name) => name.slice(start.length, name.length - after.length))
}
