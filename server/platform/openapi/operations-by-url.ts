import type { OpenApiDocument, PathItem } from './shape.ts'

interface Known {
  readonly template: string
  readonly pattern: RegExp
  readonly item: PathItem
}

/** Finds the operation of a URL. Literal segments are preferred to parameters, like in the router. */
export function createPathFinder({ paths }: OpenApiDocument): (url: string) => PathItem | undefined {
  const known: Known[] = Object.entries(paths)
    .map(([template, item]) => ({ template, pattern: patternOf(template), item }))
    .sort((one, other) => rankOf(one.template).localeCompare(rankOf(other.template)))
  return (url) => {
    const path = pathOf(url)
    return known.find(({ pattern }) => pattern.test(path))?.item
  }
}

/** Without origin, query and trailing slash; `/api/v1` is `/api`. */
export function pathOf(url: string): string {
  const [path = ''] = url.replace(/^https?:\/\/[^/]*/i, '').split(/[?#]/)
  return path.replace(/^\/api\/v1(?=\/|$)/, '/api').replace(/(?<=.)\/$/, '')
}

function patternOf(template: string): RegExp {
  const segments = template
    .split('/')
    .map((segment) => (isParameter(segment) ? '[^/]+' : segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
  return new RegExp(`^${segments.join('/')}$`)
}

function rankOf(template: string): string {
  return template
    .split('/')
    .map((segment) => (isParameter(segment) ? '1' : '0'))
    .join('')
}

function isParameter(segment: string): boolean {
  return /^\{\w+\}$/.test(segment)
}
