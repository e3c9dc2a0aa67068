import type { IncomingMessage } from 'node:http'
import { type Access, acceptsScope, type Endpoint } from '@inkstone/contract/endpoint.ts'
import type { TokenScope } from '@inkstone/contract/permissions.ts'
import type { ProblemName } from '@inkstone/contract/problems.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Actor, holds, refusalOf } from '../core/actor.ts'
import { andThen, type MaybePromise } from '../core/maybe-promise.ts'
import { Problem } from '../core/problem.ts'
import { preferredLanguage } from './language.ts'

/** The decision of the rate limit on one request. */
interface RateDecision {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  readonly resetAtMs: number
  readonly retryAfterSeconds: number
}

export interface Visitor {
  readonly address: string
  readonly host: string
  readonly token: string | undefined
  /** The site named by the request: X-Site or `site_id`. */
  readonly siteName: string | undefined
  readonly language: Actor['language']
  readonly requestId: string
}

/** The caller of a request, a user or anonymous, and the problem with their credentials, if any. */
export interface Identified {
  readonly actor?: Actor
  readonly problem?: Problem
  /** Whether the second factor must be confirmed again before a sensitive action. */
  readonly mustConfirm?: boolean
}

/** A request without its body. */
export type RequestHead = Pick<IncomingMessage, 'headers' | 'socket'>

export interface Authenticator {
  /** Reads the change log, once per request before anything else is read. */
  look(): void | Promise<void>
  identify(visitor: Visitor): MaybePromise<Identified>
  /** Counts the request; undefined if there is no limit. */
  count(actor: Actor | undefined, address: string): MaybePromise<RateDecision | undefined>
  addressOf(request: RequestHead): string
  /** The host of the request, as the client sees it. */
  hostOf(request: RequestHead): string
}

export interface Authenticated {
  readonly actor: Actor
}

/**
 * Finds the actor, applies the rate limit and checks access, before the body is read. Synchronous if everything is
 * cached.
 */
export function authenticate(
  authenticator: Authenticator,
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint | undefined,
): MaybePromise<Authenticated> {
  const query = request.query as Record<string, unknown>
  const token = endpoint?.ignoresToken ? undefined : presentedToken(request)
  const siteName = single(request.headers['x-site']) ?? single(query.site_id)
  const visitor = visitorOf(authenticator, request, request.id, token, siteName)
  const identified = andThen(authenticator.look(), () => authenticator.identify(visitor))
  return andThen(identified, (found) =>
    andThen(countedActor(authenticator, request, visitor, found, endpoint), (actor) =>
      andThen(counted.get(request.raw) ?? authenticator.count(actor, visitor.address), (decision) => {
        if (decision) requireRate(reply, decision)
        return { actor: authorizedActor(found, endpoint) }
      }),
    ),
  )
}

/** Whose limit the request counts for. An invalid token that is ignored is that of nobody. */
function countedActor(
  authenticator: Authenticator,
  { headers }: FastifyRequest,
  visitor: Visitor,
  { actor }: Identified,
  endpoint: Endpoint | undefined,
): MaybePromise<Actor | undefined> {
  const token = endpoint?.countsToken ? bearerOf(headers.authorization) : undefined
  if (token === undefined) return actor
  return andThen(authenticator.identify({ ...visitor, token }), (found) => found.actor ?? actor)
}

/** Requests that were counted before the router got them. */
const counted = new WeakMap<IncomingMessage, RateDecision>()

export function noteCounted(request: IncomingMessage, decision: RateDecision): void {
  counted.set(request, decision)
}

/** Finds the actor and checks access to an endpoint, without counting the request. Throws a Problem. */
export function authenticateHead(
  authenticator: Authenticator,
  request: RequestHead,
  requestId: string,
  siteInAddress: string | undefined,
  endpoint: Endpoint,
): MaybePromise<{ readonly actor: Actor; readonly address: string }> {
  const token = endpoint.ignoresToken ? undefined : bearerOf(request.headers.authorization)
  const siteName = single(request.headers['x-site']) ?? siteInAddress
  const visitor = visitorOf(authenticator, request, requestId, token, siteName)
  const identified = andThen(authenticator.look(), () => authenticator.identify(visitor))
  return andThen(identified, (found) => ({
    actor: authorizedActor(found, endpoint),
    address: visitor.address,
  }))
}

function requireRate(reply: FastifyReply, decision: RateDecision): void {
  reply.headers(rateLimitHeaders(decision))
  const { allowed, retryAfterSeconds } = decision
  if (!allowed) throw new Problem('too-many-requests', { retryAfterSeconds })
}

function authorizedActor({ actor, problem, mustConfirm }: Identified, endpoint: Endpoint | undefined): Actor {
  if (problem && !(endpoint?.duringSetup && problem.problem === 'second-factor-required')) throw problem
  if (!actor) throw new Error('a caller was neither identified nor rejected')
  if (endpoint) requireAccess(actor, endpoint)
  if (endpoint?.sensitive && mustConfirm) throw new Problem('second-factor-again')
  return actor
}

function visitorOf(
  authenticator: Authenticator,
  request: RequestHead,
  requestId: string,
  token: string | undefined,
  siteName: string | undefined,
): Visitor {
  return {
    address: authenticator.addressOf(request),
    host: authenticator.hostOf(request),
    token,
    siteName,
    language: preferredLanguage(request.headers['accept-language']),
    requestId,
  }
}

/** The token of a request, in its header or its URL. */
export function presentedToken(request: FastifyRequest): string | undefined {
  return bearerOf(request.headers.authorization) ?? single((request.query as Record<string, unknown>).token)
}

export function bearerOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const [, token] = /^bearer +(\S+) *$/i.exec(header) ?? []
  return token ?? ''
}

export function single(value: unknown): string | undefined {
  return typeof value === 'string' ? value : Array.isArray(value) ? String(value[0]) : undefined
}

const WINDOW_SECONDS = 60

/** The rate limit headers: our own, then those of the IETF draft. */
export function rateLimitHeaders({
  limit,
  remaining,
  resetAtMs,
}: RateDecision): Record<string, string | number> {
  const seconds = Math.max(0, Math.ceil((resetAtMs - Date.now()) / 1000))
  return {
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': Math.ceil(resetAtMs / 1000),
    'ratelimit-policy': `"default";q=${limit};w=${WINDOW_SECONDS}`,
    ratelimit: `"default";r=${remaining};t=${seconds}`,
  }
}

function requireAccess(actor: Actor, endpoint: Endpoint): void {
  const mayCall = (caller: Actor) => hasAccess(caller, endpoint.access)
  const refusal = mayCall(actor) ? undefined : refusalOf(actor, mayCall)
  if (refusal && refusal !== 'token-scope') throw new Problem(refusal)
  if (actor.token && (refusal || !acceptsScope(endpoint, actor.token.scope)))
    throw new Problem(scopeProblem(endpoint, actor.token.scope))
}

function scopeProblem({ sessionOnly, method }: Endpoint, scope: TokenScope): ProblemName {
  if (scope === 'read' && method !== 'GET') return 'token-read-only'
  return sessionOnly ? 'session-required' : 'token-scope'
}

function hasAccess(actor: Actor, access: Access): boolean {
  if (access === 'anyone') return true
  if (access === 'signed-in') return actor.kind !== 'anonymous'
  return holds(actor, access)
}
