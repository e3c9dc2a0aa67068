import type { Access, Endpoint } from '@inkstone/contract/endpoint.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Actor, holds } from '../actor.ts'
import { Problem } from '../problem.ts'
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
}

export interface DoorKeeping {
  identify(visitor: Visitor): Promise<Identified>
  /** Counts the request; undefined where there is no limit. */
  count(actor: Actor | undefined, address: string): Promise<RateDecision | undefined>
  addressOf(request: FastifyRequest): string
}

/** Version, actor, rate limit, access: the part of a request's life before its body is read. */
export async function enter(
  keeping: DoorKeeping,
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint | undefined,
): Promise<Actor> {
  const visitor = visitorOf(keeping, request, endpoint)
  const { actor, problem } = await keeping.identify(visitor)
  const decision = await keeping.count(actor, visitor.address)
  if (decision) tellLimits(reply, decision)
  if (decision && !decision.allowed)
    throw new Problem('too-many-requests', { retryAfterSeconds: decision.retryAfterSeconds })
  if (problem) throw problem
  if (!actor) throw new Error('identified as nobody, without a problem')
  if (endpoint) requireAccess(actor, endpoint)
  return actor
}

function visitorOf(keeping: DoorKeeping, request: FastifyRequest, endpoint: Endpoint | undefined): Visitor {
  const query = request.query as Record<string, unknown>
  return {
    address: keeping.addressOf(request),
    host: (request.headers.host ?? '').toLowerCase(),
    token: endpoint?.ignoresToken ? undefined : presentedToken(request),
    siteName: single(request.headers['x-site']) ?? single(query.site_id),
    language: preferredLanguage(request.headers['accept-language']),
    requestId: request.id,
  }
}

/** The token that a request carries, in its header or in its address. */
export function presentedToken(request: FastifyRequest): string | undefined {
  return bearerOf(request.headers.authorization) ?? single((request.query as Record<string, unknown>).token)
}

function bearerOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const [, token] = /^bearer +(\S+) *$/i.exec(header) ?? []
  return token ?? ''
}

function single(value: unknown): string | undefined {
  return typeof value === 'string' ? value : Array.isArray(value) ? String(value[0]) : undefined
}

function tellLimits(reply: FastifyReply, { limit, remaining, resetAtMs }: RateDecision): void {
  reply.header('x-ratelimit-limit', limit)
  reply.header('x-ratelimit-remaining', remaining)
  reply.header('x-ratelimit-reset', Math.ceil(resetAtMs / 1000))
}

function requireAccess(actor: Actor, { access, method }: Endpoint): void {
  if (!mayEnter(actor, access)) throw new Problem(actor.kind === 'anonymous' ? 'login-required' : 'forbidden')
  if (actor.readOnly && method !== 'GET') throw new Problem('token-read-only')
}

function mayEnter(actor: Actor, access: Access): boolean {
  if (access === 'anyone') return true
  if (access === 'signed-in') return actor.kind !== 'anonymous'
  return holds(actor, access)
}
