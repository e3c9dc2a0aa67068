import { cookieFor, isOverHttps } from '../../platform/http/cookies.ts'

/**
 * The session cookie of the public website. The API never reads it, because a form on another site could make a browser
 * send it.
 */
export const SITE_COOKIE = 'inkstone_session'

/** An empty token deletes the cookie. */
export function siteCookie(token: string, seconds: number, origin: string): string {
  const age = token === '' ? 0 : seconds
  return cookieFor(SITE_COOKIE, token, { path: '/', seconds: age, secure: isOverHttps(origin) })
}
