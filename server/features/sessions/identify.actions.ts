import type { Db } from '../../database.ts'
import type { ActingSite, Actor } from '../../platform/actor.ts'
import type { Identified, Visitor } from '../../platform/http/door.ts'
import { Problem } from '../../platform/problem.ts'
import { API_TOKEN_PREFIX, type TokenUser, userOfApiToken } from '../api-tokens/api-tokens.actions.ts'
import { isVip } from '../users/users.rules.ts'
import { findSession } from './sessions.store.ts'
import { isCurrent, type Tokens } from './tokens.rules.ts'

type ResolveSite = (db: Db, named: string | undefined, host: string) => Promise<ActingSite>

interface Credential extends TokenUser {
  readonly kind: 'user' | 'token'
  readonly credentialId: number
  readonly readOnly: boolean
}

interface IdentifyOptions {
  readonly db: Db
  readonly tokens: Tokens
  readonly resolveSite: ResolveSite
  readonly onTokenUse: (token: { tokenId: number; last_used_at: number | null }) => void
}

/** Who sends this request, on which site. Asked anew each time: a role, a session or a site may be gone since. */
export function createIdentify({ db, tokens, resolveSite, onTokenUse }: IdentifyOptions) {
  async function credentialOf(token: string, now: number): Promise<Credential> {
    if (token.startsWith(API_TOKEN_PREFIX)) {
      const user = await userOfApiToken(db, token, now)
      onTokenUse(user)
      return { ...user, kind: 'token', credentialId: user.tokenId, readOnly: user.scope === 'read' }
    }
    const claims = tokens.read(token)
    if (claims === 'expired') throw new Problem('token-expired')
    if (claims === 'invalid') throw new Problem('token-invalid')
    const session = await findSession(db, claims.sid)
    if (!session || session.status === 0 || !isCurrent(claims, session, now))
      throw new Problem('token-invalid')
    return { ...session, kind: 'user', credentialId: claims.sid, readOnly: false }
  }

  return async function identify(visitor: Visitor): Promise<Identified> {
    const now = Date.now()
    let credential: Credential | undefined
    let problem: Problem | undefined
    try {
      credential = visitor.token === undefined ? undefined : await credentialOf(visitor.token, now)
    } catch (error) {
      problem = asProblem(error)
    }
    try {
      const site = await resolveSite(db, visitor.siteName, visitor.host)
      const actor = actorOf(visitor, site, credential, now)
      return problem ? { actor, problem } : { actor }
    } catch (error) {
      return { problem: problem ?? asProblem(error) }
    }
  }
}

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  throw error
}

function actorOf(visitor: Visitor, site: ActingSite, credential: Credential | undefined, now: number): Actor {
  return {
    kind: credential?.kind ?? 'anonymous',
    standing: credential?.role ?? 'anonymous',
    userId: credential?.user_id ?? 0,
    username: credential?.username ?? '',
    site,
    siteId: site.id,
    vip: credential ? isVip(credential, now) : false,
    readOnly: credential?.readOnly ?? false,
    credentialId: credential?.credentialId ?? 0,
    address: visitor.address,
    requestId: visitor.requestId,
    language: visitor.language,
  }
}
