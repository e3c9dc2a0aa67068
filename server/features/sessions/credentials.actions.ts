import type { Db, Engine, Tables } from '../../database.ts'
import { createCache } from '../../platform/cache/cache.ts'
import type { ActingToken } from '../../platform/core/actor.ts'
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts'
import { Problem } from '../../platform/core/problem.ts'
import {
  API_TOKEN_PREFIX,
  findApiToken,
  requireUnexpired,
  type TokenUser,
} from '../api-tokens/api-tokens.actions.ts'
import { sitesOf } from '../api-tokens/api-tokens.rules.ts'
import { mustConfirm } from './confirmation.actions.ts'
import { findSession } from './sessions.store.ts'
import { hasSecondFactor } from './set-up.actions.ts'
import { isCurrent, type ReadClaims, type Tokens } from './tokens.rules.ts'

/** What a valid token of a request says about its caller. */
export interface Credential {
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

type Session = NonNullable<Awaited<ReturnType<typeof findSession>>>

interface SessionOfToken {
  readonly claims: ReadClaims
  readonly session: Session | undefined
}

export interface CredentialOptions {
  readonly engine: Engine
  readonly tokens: Tokens
  readonly onSessionUse: (sessionId: number) => void
  readonly onTokenUse: (tokenId: number) => void
}

const MAX_BYTES = 8 * 1024 * 1024
/** The data of a session or token, with its user. */
const CREDENTIAL_BYTES = 500

/** Finds the session or API token of a request. Valid ones are cached. */
export function createCredentials({ engine, tokens, onSessionUse, onTokenUse }: CredentialOptions) {
  const limits = { maxBytes: MAX_BYTES, bytesOf: () => CREDENTIAL_BYTES }
  const sessions = createCache<Tables, SessionOfToken>(engine, limits)
  const apiTokens = createCache<Tables, Awaited<ReturnType<typeof findApiToken>>>(engine, limits)

  async function sessionOf(db: Db, token: string) {
    const claims = tokens.read(token)
    if (claims === 'expired') throw new Problem('token-expired')
    if (claims === 'invalid') throw new Problem('token-invalid')
    return { claims, session: await findSession(db, claims.sid) }
  }

  function ofApiToken(token: string, now: number): MaybePromise<Credential> {
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

  function ofSession(token: string, now: number): MaybePromise<Credential> {
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

  return (token: string, now: number): MaybePromise<Credential> =>
    token.startsWith(API_TOKEN_PREFIX) ? ofApiToken(token, now) : ofSession(token, now)
}
