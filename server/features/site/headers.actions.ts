import type { Actor } from '../../platform/core/actor.ts'
import { siteHeaders } from './sending.rules.ts'
import type { SiteOptions } from './site-options.ts'
import { inlineStyle, versionOf } from './style.actions.ts'

type Headers = Readonly<Record<string, string>>

const MAX_VERSIONS = 50

/** The headers of the pages of a site, which allow its style sheet. Made once for each version of the theme. */
export function createHeaders(
  options: Pick<SiteOptions, 'mediaUrl' | 'templates'>,
): (anonymous: Actor) => Headers {
  const byVersion = new Map<string, Headers>()
  return (anonymous) => {
    const version = versionOf(options.templates, anonymous)
    const known = byVersion.get(version)
    if (known) return known
    const accent = anonymous.site.settings.site_accent
    const made = siteHeaders(options, inlineStyle(options.templates, { version, accent }).hash)
    if (byVersion.size >= MAX_VERSIONS) byVersion.clear()
    byVersion.set(version, made)
    return made
  }
}
