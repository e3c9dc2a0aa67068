import type { FastifyReply, FastifyRequest } from 'fastify'
import type { MaybePromise } from '../../platform/core/maybe-promise.ts'
import { publicCaching } from '../../platform/http/cache-control.ts'
import { pathByFormerUrl } from '../imports/former-urls.actions.ts'
import type { SiteContext } from './site-options.ts'
import type { Visitors } from './visitors.actions.ts'

/** A link of WordPress to a post by its number. Its path is that of the home page. */
export function namesPost(path: string, query: Readonly<Record<string, unknown>>): boolean {
  return path === '/' && ('p' in query || 'page_id' in query)
}

/** Redirects to what was imported from the requested URL, for links to the former website. Otherwise answers as given. */
export async function redirectOr(
  { engine, authenticator, mediaUrl }: SiteContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { anonymous, signedIn }: Visitors,
  otherwise: () => MaybePromise<FastifyReply>,
): Promise<FastifyReply> {
  // The host that was requested, not that of the settings: it tells which blog a number is of.
  const address = `http://${authenticator.hostOf(request)}${request.url}`
  const url = URL.canParse(address) ? new URL(address) : undefined
  const path = url && (await pathByFormerUrl(engine.db, anonymous, url))
  if (!url || path === undefined || path === url.pathname.replace(/(?<=.)\/$/, '')) return otherwise()
  const caching = signedIn ? 'private, no-store' : publicCaching(anonymous.site.settings)
  reply.headers({ vary: 'Authorization, X-Site, Accept-Encoding', 'cache-control': caching })
  return reply.redirect(path.startsWith('/uploads/') ? `${mediaUrl ?? ''}${path}` : path, 301)
}
