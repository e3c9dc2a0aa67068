import type { SiteSettings } from '@inkstone/contract/settings.ts'

/** Where the pages of a site are: its base address, and the paths that its settings give to each kind of page. */

interface BaseSources {
  readonly settings: Pick<SiteSettings, 'site_url'>
  readonly domains: readonly string[]
  readonly publicUrl: string | undefined
  /** Scheme and host of the request; undefined outside of one. */
  readonly origin: string | undefined
}

/** Without a slash at its end; empty where nothing says where the site is. */
export function siteBase({ settings, domains, publicUrl, origin }: BaseSources): string {
  const [domain] = domains
  const fromDomain = domain && `${schemeOf(publicUrl ?? origin)}//${domain}`
  return (settings.site_url || fromDomain || publicUrl || origin || '').replace(/\/+$/, '')
}

function schemeOf(address: string | undefined): string {
  return address?.startsWith('http:') ? 'http:' : 'https:'
}

type PathSettings = Pick<SiteSettings, 'article_path' | 'page_path' | 'category_path' | 'tag_path'>
export type PathKind = 'article' | 'page' | 'category' | 'tag'

export function pathOf(settings: PathSettings, kind: PathKind, alias: string): string {
  return settings[`${kind}_path`].replace('{alias}', () => encodeURIComponent(alias))
}
