/** The value of one cookie of a request. */
export function cookieOf(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return undefined
}

interface CookieTerms {
  readonly path: string
  /** 0 deletes it. */
  readonly seconds: number
  /** The cookie is sent over HTTPS only. */
  readonly secure: boolean
}

/**
 * The header that sets a cookie, which scripts cannot read. Lax: it is sent when a link or a redirect leads here, but not
 * with other cross-site requests.
 */
export function cookieFor(name: string, value: string, { path, seconds, secure }: CookieTerms): string {
  return `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}

export function isOverHttps(origin: string): boolean {
  return origin.startsWith('https:')
}
