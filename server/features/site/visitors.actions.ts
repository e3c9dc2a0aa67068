import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../platform/core/actor.ts'
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts'
import { Problem } from '../../platform/core/problem.ts'
import { type Authenticator, bearerOf, single, type Visitor } from '../../platform/http/authenticate.ts'
import { cookieOf } from '../../platform/http/cookies.ts'
import { preferredLanguage } from '../../platform/http/language.ts'
import { SITE_COOKIE } from '../sessions/site-cookie.rules.ts'

export interface Visitors {
  /** An anonymous reader on the site of the request, for public content. */
  readonly anonymous: Actor
  /** The user of the cookie or bearer token, if any. */
  readonly signedIn: Actor | undefined
}

/** Undefined if the request names a site that does not exist. Synchronous if everything is cached. */
export function visitorsOf(
  authenticator: Authenticator,
  request: FastifyRequest,
): MaybePromise<Visitors | undefined> {
  const { headers } = request
  const siteName = single(headers['x-site']) ?? single((request.query as Record<string, unknown>).site_id)
  const visitor: Visitor = {
    address: authenticator.addressOf(request),
    host: authenticator.hostOf(request),
    token: undefined,
    siteName,
    language: preferredLanguage(headers['accept-language']),
    requestId: request.id,
  }
  const token = bearerOf(headers.authorization) || cookieOf(headers.cookie, SITE_COOKIE)
  const identified = andThen(authenticator.look(), () => authenticator.identify(visitor))
  return andThen(identified, ({ actor: anonymous }) => {
    if (!anonymous) return undefined
    if (!token) return { anonymous, signedIn: undefined }
    // Visitors with an expired token still see public content.
    return andThen(authenticator.identify({ ...visitor, token }), ({ actor, problem }) => {
      const signedIn = problem || !actor || actor.role === 'anonymous' ? undefined : actor
      return { anonymous, signedIn }
    })
  })
}

export async function applyRateLimit(authenticator: Authenticator, actor: Actor): Promise<void> {
  const decision = await authenticator.count(actor, actor.address)
  if (decision && !decision.allowed)
    throw new Problem('too-many-requests', { retryAfterSeconds: decision.retryAfterSeconds })
}
