import type { SiteSettings } from '@inkstone/contract/settings.ts'

/** The URLs of a site: its base URL, and the paths of each kind of page from its settings. */

interface BaseSources {
  readonly settings: Pick<SiteSettings, 'site_url'>
  readonly domains: readonly string[]
  readonly publicUrl: string | undefined
  /** Scheme and host of the request; undefined outside a request. */
  readonly origin: string | undefined
}

/** Without a trailing slash; empty if the URL of the site is unknown. */
export function siteBase({ settings, domains, publicUrl, origin }: BaseSources): string {
  const [domain] = domains
  const fromDomain = domain && `${schemeOf(publicUrl ?? origin)}//${domain}`
  return (settings.site_url || fromDomain || publicUrl || origin || '').replace(/\/+$/, '')
}

function schemeOf(address: string | undefined): string {
  return address?.startsWith('http:') ? 'http:' : 'https:'
}

/** Whether these URLs work for readers: on the front end at `site_url`, or on the built-in website if it is open. */
export function hasOpenPages({
  site_url,
  site_enabled,
  public_read,
}: Pick<SiteSettings, 'site_url' | 'site_enabled' | 'public_read'>): boolean {
  return site_url !== '' || (site_enabled === 1 && public_read === 1)
}

type PathSettings = Pick<SiteSettings, 'article_path' | 'page_path' | 'category_path' | 'tag_path'>
export type PathKind = 'article' | 'page' | 'category' | 'tag'

export function pathOf(settings: PathSettings, kind: PathKind, alias: string): string {
  return settings[`${kind}_path`].replace('{alias}', () => encodeURIComponent(alias))
}
