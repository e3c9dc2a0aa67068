import { roleOn, type SiteRole } from '@inkstone/contract/permissions.ts'
import type { Db, Engine, Tables } from '../../database.ts'
import type { ActingSite, ActingToken, Actor } from '../../platform/actor.ts'
import { type Identified, type Sender, senderOf, type Visitor } from '../../platform/http/door.ts'
import { Problem } from '../../platform/problem.ts'
import { createMemory } from '../../platform/sql/memory.ts'
import type { Stamps } from '../../platform/sql/stamps.ts'
import {
  API_TOKEN_PREFIX,
  findApiToken,
  requireUnexpired,
  type TokenUser,
} from '../api-tokens/api-tokens.actions.ts'
import { isForSite, sitesOf, siteUnlessNamed } from '../api-tokens/api-tokens.rules.ts'
import { isVip } from '../users/users.rules.ts'
import { findSession } from './sessions.store.ts'
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
  /** The sites that it is for; empty: all. */
  readonly sites: readonly number[]
  /** Until when all of this holds if nobody changes anything. */
  readonly until: number
}

/** Somebody as he was a moment ago. */
interface Familiar {
  readonly actor: Actor
  readonly until: number
}

interface IdentifyOptions {
  readonly engine: Engine
  readonly tokens: Tokens
  readonly resolveSite: ResolveSite
  readonly allDomains: (db: Db) => Promise<ReadonlySet<string>>
  readonly onTokenUse: (tokenId: number) => void
}

const MOST_CREDENTIALS = 20_000
const MOST_SITES = 2_000
/** The one key of what there is one of. */
const ALL = ''
/** Then whoever is familiar is looked at again as if he were new: his token's use is noted, and the clock asked. */
const FAMILIAR_MS = 1_000

/**
 * Who sends this request, on which site. What was read of them is remembered while it stands; a role, a session or a
 * site that has changed is seen by the next request.
 */
export function createIdentify({ engine, tokens, resolveSite, allDomains, onTokenUse }: IdentifyOptions) {
  const sessions = createMemory<Tables, { claims: ReadClaims; session: Session | undefined }>(engine, {
    most: MOST_CREDENTIALS,
  })
  const apiTokens = createMemory<Tables, Awaited<ReturnType<typeof findApiToken>>>(engine, {
    most: MOST_CREDENTIALS,
  })
  const sites = createMemory<Tables, ActingSite>(engine, { most: MOST_SITES })
  const domains = createMemory<Tables, ReadonlySet<string>>(engine, { most: 1 })
  const familiars = createMemory<Tables, Familiar>(engine, { most: MOST_CREDENTIALS })

  async function sessionOf(db: Db, token: string) {
    const claims = tokens.read(token)
    if (claims === 'expired') throw new Problem('token-expired')
    if (claims === 'invalid') throw new Problem('token-invalid')
    return { claims, session: await findSession(db, claims.sid) }
  }

  async function programOf(token: string, stamps: Stamps, now: number): Promise<Credential> {
    const found =
      apiTokens.recall(token, stamps) ??
      (await apiTokens.read(token, stamps, (db) => findApiToken(db, token)))
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
      until: found.expires_at ?? Number.POSITIVE_INFINITY,
    }
  }

  async function credentialOf(token: string, stamps: Stamps, now: number): Promise<Credential> {
    if (token.startsWith(API_TOKEN_PREFIX)) return programOf(token, stamps, now)
    const { claims, session } =
      sessions.recall(token, stamps) ?? (await sessions.read(token, stamps, (db) => sessionOf(db, token)))
    if (claims.exp * 1000 <= now) throw new Problem('token-expired')
    if (!session || session.status === 0 || !isCurrent(claims, session, now))
      throw new Problem('token-invalid')
    const retired = claims.gen !== session.generation
    const until = retired ? now : Math.min(claims.exp * 1000, session.expires_at)
    return { user: session, kind: 'user', credentialId: claims.sid, token: undefined, sites: [], until }
  }

  /** What he and his site were read from, where both are remembered. */
  function footingOf({ token }: Visitor, siteKey: string): readonly number[] | undefined {
    const site = sites.known(siteKey)?.tables
    const ofDomains = domains.known(ALL)?.tables
    const own =
      token === undefined
        ? []
        : (token.startsWith(API_TOKEN_PREFIX) ? apiTokens : sessions).known(token)?.tables
    return site && own && ofDomains && [...new Set([...site, ...ofDomains, ...own])]
  }

  function makeFamiliar(visitor: Visitor, siteKey: string, stamps: Stamps, familiar: Familiar): void {
    const tables = footingOf(visitor, siteKey)
    if (tables) familiars.remember(senderOf(visitor), familiar, { tables, seen: stamps })
  }

  /** The actor if he was here a moment ago and nothing has changed; his address and language are of that time. */
  function recognise(sender: Sender, stamps: Stamps): Actor | undefined {
    const familiar = familiars.recall(sender, stamps)
    return familiar && Date.now() < familiar.until ? familiar.actor : undefined
  }

  /** The domain of a site under which we were reached, if it is one. Any other host is not remembered. */
  async function domainOf(host: string, stamps: Stamps): Promise<string | undefined> {
    const known = domains.recall(ALL, stamps) ?? (await domains.read(ALL, stamps, allDomains))
    if (known.has(host)) return host
    const bare = host.replace(/:\d+$/, '')
    return known.has(bare) ? bare : undefined
  }

  /** The site of a request, and the key under which it is cached. */
  async function siteOf({ siteName, host }: Visitor, stamps: Stamps, credential: Credential | undefined) {
    const domain = await domainOf(host, stamps)
    const unlessNamed = credential && siteUnlessNamed(credential.sites)
    const key = siteName === undefined ? `domain ${domain ?? ''} ${unlessNamed ?? ''}` : `name ${siteName}`
    const site =
      sites.recall(key, stamps) ??
      (await sites.read(key, stamps, (db) => resolveSite(db, siteName, domain, unlessNamed)))
    return { site, key }
  }

  async function identify(visitor: Visitor, stamps: Stamps): Promise<Identified> {
    const now = Date.now()
    let credential: Credential | undefined
    let problem: Problem | undefined
    try {
      credential = visitor.token === undefined ? undefined : await credentialOf(visitor.token, stamps, now)
    } catch (error) {
      problem = asProblem(error)
    }
    try {
      const { site, key } = await siteOf(visitor, stamps, credential)
      const actor = actorOf(visitor, site, credential, now)
      if (credential && !isForSite(credential.sites, site.id)) problem = new Problem('token-other-site')
      if (problem) return { actor, problem }
      const vipUntil = actor.vip ? credential?.user.vip_until : undefined
      const until = Math.min(
        now + FAMILIAR_MS,
        credential?.until ?? Number.POSITIVE_INFINITY,
        vipUntil ?? Number.POSITIVE_INFINITY,
      )
      makeFamiliar(visitor, key, stamps, { actor, until })
      return { actor }
    } catch (error) {
      return { problem: problem ?? asProblem(error) }
    }
  }

  return { identify, recognise }
}

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  throw error
}

const ANONYMOUS: SiteRole = { role: 'anonymous', everywhere: false }

function actorOf(visitor: Visitor, site: ActingSite, credential: Credential | undefined, now: number): Actor {
  // A content token acts as nobody: its user's role and own things are none of its business.
  const user = credential?.token?.scope === 'content' ? undefined : credential?.user
  return {
    kind: credential?.kind ?? 'anonymous',
    ...(user ? roleOn(site.id, user.role, user.siteRoles) : ANONYMOUS),
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
