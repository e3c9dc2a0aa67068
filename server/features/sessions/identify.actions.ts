import { roleOn, type SiteRole } from '@inkstone/contract/permissions.ts'
import type { Db, Engine, Tables } from '../../database.ts'
import { createCache } from '../../platform/cache/cache.ts'
import type { ActingSite, ActingToken, Actor } from '../../platform/core/actor.ts'
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts'
import { Problem } from '../../platform/core/problem.ts'
import type { Identified, Visitor } from '../../platform/http/authenticate.ts'
import {
  API_TOKEN_PREFIX,
  findApiToken,
  requireUnexpired,
  type TokenUser,
} from '../api-tokens/api-tokens.actions.ts'
import { isForSite, sitesOf, siteUnlessNamed } from '../api-tokens/api-tokens.rules.ts'
import { FIRST_SITE } from '../sites/sites.actions.ts'
import { isVip } from '../users/users.rules.ts'
import { mustConfirm } from './confirmation.actions.ts'
import { findSession } from './sessions.store.ts'
import { hasSecondFactor, mustSetUp } from './set-up.actions.ts'
import { isCurrent, type ReadClaims, type Tokens } from './tokens.rules.ts'

type Session = NonNullable<Awaited<ReturnType<typeof findSession>>>

type ResolveSite = (
  db: Db,
  named: string | undefined,
  domain: string | undefined,
  unlessNamed: number | undefined,
) => Promise<ActingSite>

interface Credential {
  readonly user: TokenUser
  readonly kind: 'user' | 'token'
  readonly credentialId: number
  readonly token: ActingToken | undefined
  /** The sites it is valid for. Empty: all. */
  readonly sites: readonly number[]
  /** Whether a second factor was used, or would be at the next login. */
  readonly hasSecondFactor: boolean
  /** Whether the last confirmation is too old for sensitive actions. */
  readonly mustConfirm: boolean
}

interface SessionOfToken {
  readonly claims: ReadClaims
  readonly session: Session | undefined
}

interface IdentifyOptions {
  readonly engine: Engine
  readonly tokens: Tokens
  readonly resolveSite: ResolveSite
  readonly allDomains: (db: Db) => Promise<ReadonlySet<string>>
  readonly onSessionUse: (sessionId: number) => void
  readonly onTokenUse: (tokenId: number) => void
}

const MAX_BYTES = 8 * 1024 * 1024
const MAX_BYTES_OF_SITES = 2 * 1024 * 1024
/** The data of a session or token, with its user. */
const CREDENTIAL_BYTES = 500
const SITE_BYTES = 4_000
const DOMAIN_BYTES = 100
/** The cache key for a single value. */
const ALL = ''

/**
 * Authenticates the request and finds its site. Users, sessions and sites are cached, and changes take effect with the
 * next request. Invalid tokens are not cached.
 */
export function createIdentify({
  engine,
  tokens,
  resolveSite,
  allDomains,
  onSessionUse,
  onTokenUse,
}: IdentifyOptions) {
  const credentials = { maxBytes: MAX_BYTES, bytesOf: () => CREDENTIAL_BYTES }
  const sessions = createCache<Tables, SessionOfToken>(engine, credentials)
  const apiTokens = createCache<Tables, Awaited<ReturnType<typeof findApiToken>>>(engine, credentials)
  const sites = createCache<Tables, ActingSite>(engine, {
    maxBytes: MAX_BYTES_OF_SITES,
    bytesOf: () => SITE_BYTES,
  })
  const domains = createCache<Tables, ReadonlySet<string>>(engine, {
    maxBytes: MAX_BYTES,
    bytesOf: ({ size }) => size * DOMAIN_BYTES,
  })

  async function sessionOf(db: Db, token: string) {
    const claims = tokens.read(token)
    if (claims === 'expired') throw new Problem('token-expired')
    if (claims === 'invalid') throw new Problem('token-invalid')
    return { claims, session: await findSession(db, claims.sid) }
  }

  function programOf(token: string, now: number): MaybePromise<Credential> {
    const found =
      apiTokens.get(token) ??
      apiTokens.read(token, {
        read: (db) => findApiToken(db, token),
        rows: ({ tokenId, user_id }) => ({ api_tokens: [tokenId], users: [user_id], user_sites: [user_id] }),
      })
    return andThen(found, (found) => {
      requireUnexpired(found, now)
      onTokenUse(found.tokenId)
      return {
        user: found,
        kind: 'token',
        credentialId: found.tokenId,
        token: {
          id: found.tokenId,
          name: found.tokenName,
          scope: found.scope,
          rateLimit: found.rate_limit ?? undefined,
        },
        sites: sitesOf(found),
        hasSecondFactor: true,
        mustConfirm: false,
      }
    })
  }

  function credentialOf(token: string, now: number): MaybePromise<Credential> {
    if (token.startsWith(API_TOKEN_PREFIX)) return programOf(token, now)
    const found =
      sessions.get(token) ??
      sessions.read(token, {
        read: (db) => sessionOf(db, token),
        rows: ({ claims, session }) => ({
          sessions: [claims.sid],
          ...(session && { users: [session.user_id], user_sites: [session.user_id] }),
        }),
      })
    return andThen(found, ({ claims, session }) => {
      if (claims.exp * 1000 <= now) throw new Problem('token-expired')
      if (!session || session.status === 0 || !isCurrent(claims, session, now))
        throw new Problem('token-invalid')
      onSessionUse(claims.sid)
      return {
        user: session,
        kind: 'user',
        credentialId: claims.sid,
        token: undefined,
        sites: [],
        hasSecondFactor: hasSecondFactor(session),
        mustConfirm: mustConfirm(session, now),
      }
    })
  }

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

  function siteOf({ siteName, host }: Visitor, credential: Credential | undefined): MaybePromise<ActingSite> {
    return andThen(domainOf(host), (domain) => {
      const unlessNamed = credential && siteUnlessNamed(credential.sites)
      const key = siteName === undefined ? `domain ${domain ?? ''} ${unlessNamed ?? ''}` : `name ${siteName}`
      return (
        sites.get(key) ?? sites.read(key, { read: (db) => resolveSite(db, siteName, domain, unlessNamed) })
      )
    })
  }

  function identifyAs(
    visitor: Visitor,
    found: Found<Credential | undefined>,
    now: number,
  ): MaybePromise<Identified> {
    const credential = found.value
    return andThen(
      orProblem(() => siteOf(visitor, credential)),
      ({ value: site, problem: noSite }) => {
        const problem = found.problem ?? noSite
        if (!site) return problem ? { problem } : {}
        const actor = actorOf(visitor, site, credential, now)
        if (credential && !isForSite(credential.sites, site.id))
          return { actor, problem: new Problem('token-other-site') }
        if (problem || !credential) return problem ? { actor, problem } : { actor }
        const firstSite = () => siteOf({ ...visitor, siteName: String(FIRST_SITE) }, undefined)
        return andThen(mustSetUp(credential.hasSecondFactor, actor, site, firstSite), (must) =>
          must
            ? { actor, problem: new Problem('second-factor-required') }
            : { actor, mustConfirm: credential.mustConfirm },
        )
      },
    )
  }

  function identify(visitor: Visitor): MaybePromise<Identified> {
    const now = Date.now()
    const { token } = visitor
    const credential = orProblem(() => (token === undefined ? undefined : credentialOf(token, now)))
    return andThen(credential, (found) => identifyAs(visitor, found, now))
  }

  return { identify }
}

interface Found<Value> {
  readonly value?: Value
  readonly problem?: Problem
}

/** The result, or the problem. */
function orProblem<Value>(look: () => MaybePromise<Value>): MaybePromise<Found<Value>> {
  const asFound = (error: unknown): Found<Value> => {
    if (error instanceof Problem) return { problem: error }
    throw error
  }
  try {
    const value = look()
    return value instanceof Promise ? value.then((value) => ({ value }), asFound) : { value }
  } catch (error) {
    return asFound(error)
  }
}

const ANONYMOUS: SiteRole = { role: 'anonymous', everywhere: false }

function actorOf(visitor: Visitor, site: ActingSite, credential: Credential | undefined, now: number): Actor {
  // A content token acts as anonymous: the role and content of its user do not matter.
  const user = credential?.token?.scope === 'content' ? undefined : credential?.user
  const onSite = user ? roleOn(site.id, user.role, user.siteRoles) : ANONYMOUS
  return {
    kind: credential?.kind ?? 'anonymous',
    role: onSite.role,
    // A token for some sites administers no other: neither users, nor the list of sites, nor the whole service.
    everywhere: onSite.everywhere && credential?.sites.length === 0,
    userId: user?.user_id ?? 0,
    username: user?.username ?? '',
    site,
    siteId: site.id,
    vip: credential ? isVip(credential.user, now) : false,
    token: credential?.token,
    credentialId: credential?.credentialId ?? 0,
    address: visitor.address,
    requestId: visitor.requestId,
    language: visitor.language,
  }
}
