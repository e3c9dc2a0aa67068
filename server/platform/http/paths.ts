/** The router finds nothing for a longer one. */
export const MAX_PARAMETER_LENGTH = 500

export function isApi(url: string): boolean {
  return url.startsWith('/api/') || url === '/api' || url.startsWith('/api?')
}

/** `/api/v1/x` and `/api/x` are the same thing. */
export function unversioned(url: string): string {
  return url === '/api/v1' || url.startsWith('/api/v1/') || url.startsWith('/api/v1?')
    ? `/api${url.slice('/api/v1'.length)}`
    : url
}

/** The path of an endpoint in the syntax of the router: `/api/things/{id}` is `/api/things/:id`. */
export function routerPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}

/** The handler for paths that cannot be decoded. Otherwise the router would respond before the request is counted. */
export const UNDECODABLE_PATH = '/api/unreadable-path'

export function isReadable(url: string): boolean {
  if (!url.includes('%')) return true
  const [path = ''] = url.split(/[?;#]/, 1)
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
