/**
 * The cookie by which the public site knows who is signed in. The API never reads it: a form on another site could make a
 * browser send it.
 */
export const SITE_COOKIE = 'inkstone_session'

/** An empty token takes the cookie back. */
export function siteCookie(token: string, seconds: number, origin: string): string {
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  const age = token === '' ? 0 : seconds
  return `${SITE_COOKIE}=${token}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`
}
