import { type Endpoint, isPublicThing } from '@inkstone/contract/endpoint.ts'
import type { SiteSettings } from '@inkstone/contract/settings.ts'
import type { Actor } from '../core/actor.ts'

const PRIVATE = 'private, no-cache'
const REVALIDATED_SECONDS = 60

/**
 * Whether a response may be cached. A shared cache may store it only if everyone gets the same: public content for an
 * anonymous caller or a content token, on a site that is open to readers.
 */
export function cacheControlOf({ kind, token, site }: Actor, endpoint: Endpoint): string {
  const { public_read } = site.settings
  const seesWhatAllSee = kind === 'anonymous' || token?.scope === 'content'
  if (public_read !== 1 || !seesWhatAllSee || !isPublicThing(endpoint)) return PRIVATE
  return publicCaching(site.settings)
}

/** How long a shared cache may store a public response. */
export function publicCaching({ public_max_age }: Pick<SiteSettings, 'public_max_age'>): string {
  if (public_max_age === 0) return 'public, no-cache'
  return `public, max-age=0, s-maxage=${public_max_age}, stale-while-revalidate=${REVALIDATED_SECONDS}`
}
