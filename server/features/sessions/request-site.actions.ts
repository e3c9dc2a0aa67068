import type { Db, Engine, Tables } from '../../database.ts'
import { createCache } from '../../platform/cache/cache.ts'
import type { ActingSite } from '../../platform/core/actor.ts'
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts'
import type { Visitor } from '../../platform/http/authenticate.ts'
import { siteUnlessNamed } from '../api-tokens/api-tokens.rules.ts'

type ResolveSite = (
  db: Db,
  named: string | undefined,
  domain: string | undefined,
  unlessNamed: number | undefined,
) => Promise<ActingSite>

export interface SiteOptions {
  readonly engine: Engine
  readonly resolveSite: ResolveSite
  readonly allDomains: (db: Db) => Promise<ReadonlySet<string>>
}

const MAX_BYTES_OF_SITES = 2 * 1024 * 1024
const MAX_BYTES_OF_DOMAINS = 8 * 1024 * 1024
const SITE_BYTES = 4_000
const DOMAIN_BYTES = 100
/** The cache key for a single value. */
const ALL = ''

/** Finds the site of a request: the one it names, that of its domain, or that of its token. Sites are cached. */
export function createSiteFinder({ engine, resolveSite, allDomains }: SiteOptions) {
  const sites = createCache<Tables, ActingSite>(engine, {
    maxBytes: MAX_BYTES_OF_SITES,
    bytesOf: () => SITE_BYTES,
  })
  const domains = createCache<Tables, ReadonlySet<string>>(engine, {
    maxBytes: MAX_BYTES_OF_DOMAINS,
    bytesOf: ({ size }) => size * DOMAIN_BYTES,
  })

  /** The site domain of the request, if any. Other hosts are not cached. */
  function domainOf(host: string): MaybePromise<string | undefined> {
    return andThen(domains.get(ALL) ?? domains.read(ALL, { read: allDomains }), (known) => {
      if (known.size === 0) return undefined
      // A final dot says that the name is complete.
      const name = host.replace(/\.(?=(?::\d+)?$)/, '')
      if (known.has(name)) return name
      const bare = name.replace(/:\d+$/, '')
      return known.has(bare) ? bare : undefined
    })
  }

  /** `tokenSites` are the sites that its token is for. */
  return ({ siteName, host }: Visitor, tokenSites: readonly number[] = []): MaybePromise<ActingSite> =>
    andThen(domainOf(host), (domain) => {
      const unlessNamed = siteUnlessNamed(tokenSites)
      const key = siteName === undefined ? `domain ${domain ?? ''} ${unlessNamed ?? ''}` : `name ${siteName}`
      return (
        sites.get(key) ?? sites.read(key, { read: (db) => resolveSite(db, siteName, domain, unlessNamed) })
      )
    })
}
