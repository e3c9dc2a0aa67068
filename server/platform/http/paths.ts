export function isApi(url: string): boolean {
  return url.startsWith('/api/') || url === '/api' || url.startsWith('/api?')
}

/** `/api/v1/x` and `/api/x` are the same thing. */
export function unversioned(url: string): string {
  return url === '/api/v1' || url.startsWith('/api/v1/') || url.startsWith('/api/v1?')
    ? `/api${url.slice('/api/v1'.length)}`
    : url
}

/** The path of an endpoint as the router writes it: `/api/things/{id}` is `/api/things/:id`. */
export function routerPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}

/** Tells whether an address belongs to one of the paths; `others` are paths that one of them would take for its own. */
export function addressMatcher(
  paths: readonly string[],
  others: readonly string[],
): (url: string) => boolean {
  const one = paths.map((path) => path.replace(/[.]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')).join('|')
  const pattern = new RegExp(`^(?:${one})$`)
  const excluded = new Set(others)
  return (url) => {
    const [path = ''] = unversioned(url).split('?', 1)
    // The router decodes: `/api/articles/%65xport` is no article.
    return pattern.test(path) && !path.includes('%') && !excluded.has(path)
  }
}
