import type { IncomingMessage } from 'node:http'
import { type Access, type Endpoint, takesScope } from '@inkstone/contract/endpoint.ts'
import type { TokenScope } from '@inkstone/contract/permissions.ts'
import type { ProblemName } from '@inkstone/contract/problems.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Actor, holds } from '../core/actor.ts'
import { Problem } from '../core/problem.ts'
import { after, type Soon } from '../core/soon.ts'
import { preferredLanguage } from './language.ts'

/** What a rate limit has to say of one request. */
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
  /** What the request names as its site: X-Site, or `site_id`. */
  readonly siteName: string | undefined
  readonly language: Actor['language']
  readonly requestId: string
}

/** Who stands at the door: a user or nobody, and the problem with what he showed, if there is one. */
export interface Identified {
  readonly actor?: Actor
  readonly problem?: Problem
  /** Whether the second factor has to be given again before anything sensitive. */
  readonly mustConfirm?: boolean
}

/** A request as far as its line and headers go. */
export type Outside = Pick<IncomingMessage, 'headers' | 'socket'>

export interface DoorKeeping {
  /** Takes note of what has changed: once, before anything is read for a request. */
  look(): void | Promise<void>
  identify(visitor: Visitor): Soon<Identified>
  /** Counts the request; undefined where there is no limit. */
  count(actor: Actor | undefined, address: string): Soon<RateDecision | undefined>
  addressOf(request: Outside): string
  /** The host under which the client reached us. */
  hostOf(request: Outside): string
}

export interface Entered {
  readonly actor: Actor
}

/** Actor, rate limit, access: the part of a request's life before its body is read. At once where all is in memory. */
export function enter(
  keeping: DoorKeeping,
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint | undefined,
): Soon<Entered> {
  const query = request.query as Record<string, unknown>
  const token = endpoint?.ignoresToken ? undefined : presentedToken(request)
  const siteName = single(request.headers['x-site']) ?? single(query.site_id)
  const visitor = visitorOf(keeping, request, request.id, token, siteName)
  const identified = after(keeping.look(), () => keeping.identify(visitor))
  return after(identified, (found) =>
    after(keeping.count(found.actor, visitor.address), (decision) => {
      if (decision) requireRate(reply, decision)
      return { actor: admitted(found, endpoint) }
    }),
  )
}

function requireRate(reply: FastifyReply, decision: RateDecision): void {
  tellLimits(reply, decision)
  const { allowed, retryAfterSeconds } = decision
  if (!allowed) throw new Problem('too-many-requests', { retryAfterSeconds })
}

function admitted({ actor, problem, mustConfirm }: Identified, endpoint: Endpoint | undefined): Actor {
  if (problem && !(endpoint?.duringSetup && problem.problem === 'second-factor-required')) throw problem
  if (!actor) throw new Error('identified as nobody, without a problem')
  if (endpoint) requireAccess(actor, endpoint)
  if (endpoint?.sensitive && mustConfirm) throw new Problem('second-factor-again')
  return actor
}

function visitorOf(
  keeping: DoorKeeping,
  request: Outside,
  requestId: string,
  token: string | undefined,
  siteName: string | undefined,
): Visitor {
  return {
    address: keeping.addressOf(request),
    host: keeping.hostOf(request),
    token,
    siteName,
    language: preferredLanguage(request.headers['accept-language']),
    requestId,
  }
}

/** The token that a request carries, in its header or in its address. */
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

/** What is left of the limit: the specified headers, then those of the IETF draft. */
function tellLimits(reply: FastifyReply, { limit, remaining, resetAtMs }: RateDecision): void {
  const seconds = Math.max(0, Math.ceil((resetAtMs - Date.now()) / 1000))
  reply.headers({
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': Math.ceil(resetAtMs / 1000),
    'ratelimit-policy': `"default";q=${limit};w=${WINDOW_SECONDS}`,
    ratelimit: `"default";r=${remaining};t=${seconds}`,
  })
}

function requireAccess(actor: Actor, endpoint: Endpoint): void {
  if (!mayEnter(actor, endpoint.access))
    throw new Problem(actor.kind === 'anonymous' ? 'login-required' : 'forbidden')
  if (actor.token && !takesScope(endpoint, actor.token.scope))
    throw new Problem(scopeProblem(endpoint, actor.token.scope))
}

function scopeProblem({ sessionOnly, method }: Endpoint, scope: TokenScope): ProblemName {
  if (scope === 'read' && method !== 'GET') return 'token-read-only'
  return sessionOnly ? 'session-required' : 'token-scope'
}

function mayEnter(actor: Actor, access: Access): boolean {
  if (access === 'anyone') return true
  if (access === 'signed-in') return actor.kind !== 'anonymous'
  return holds(actor, access)
}
