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
const UNDECODABLE_PATH = '/api/unreadable-path'
/** The same for paths outside the API, which people open in browsers. */
const UNDECODABLE_PAGE = '/unreadable-path'

/** The path for the router. */
export function routedPath(url: string): string {
  if (isReadable(url)) return unversioned(withoutOrigin(url))
  return isApi(withoutOrigin(url)) ? UNDECODABLE_PATH : UNDECODABLE_PAGE
}

/** A request line may contain an absolute URL, as for a proxy. The Host header counts. */
function withoutOrigin(url: string): string {
  return url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/^(?!\/)/, '/')
}

/** Whether the router got another path because the requested one cannot be decoded. */
export function isUndecodable(request: { readonly url: string; readonly originalUrl: string }): boolean {
  const isReplaced = request.url === UNDECODABLE_PATH || request.url === UNDECODABLE_PAGE
  return isReplaced && !isReadable(request.originalUrl)
}

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
