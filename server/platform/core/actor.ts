import {
  allows,
  type CallerRole,
  type Permission,
  type SiteRole,
  scopeAllows,
  type TokenScope,
} from '@inkstone/contract/permissions.ts'
import type { SiteSettings } from '@inkstone/contract/settings.ts'
import { type Language, Problem } from './problem.ts'

export interface ActingSite {
  readonly id: number
  readonly alias: string
  readonly settings: SiteSettings
}

/** The API token of a program. */
export interface ActingToken {
  readonly id: number
  readonly name: string
  readonly scope: TokenScope
  /** Requests per minute; undefined: the limit of its user applies. */
  readonly rateLimit: number | undefined
}

/** Who acts, on which site, from which address. It is never missing: "no user" never means "no checks". */
export interface Actor extends SiteRole {
  readonly kind: 'anonymous' | 'user' | 'token' | 'system'
  /** The role on the site of the request. */
  readonly role: CallerRole
  /** Whether the role applies to all sites, as required for permissions over the whole service. */
  readonly everywhere: boolean
  /** 0 if there is no user: anonymous, content tokens and the system. No row has this id. */
  readonly userId: number
  readonly username: string
  readonly site: ActingSite
  readonly siteId: number
  readonly vip: boolean
  /** Set if `kind` is token. */
  readonly token: ActingToken | undefined
  /** The id of the session or token; 0 for others. */
  readonly credentialId: number
  readonly address: string
  readonly requestId: string
  readonly language: Language
}

export function holds(actor: Actor, permission: Permission): boolean {
  if (actor.kind === 'system') return true
  if (actor.token && !scopeAllows(actor.token.scope, permission)) return false
  // Content tokens can also read published content on sites that are closed to anonymous callers.
  if (actor.token?.scope === 'content') return true
  return allows(actor, permission, actor.site.settings)
}

/** Whether the caller sees only public content: anonymous callers and content tokens, which get the same responses. */
export function isPublicReader(actor: Actor): boolean {
  return actor.role === 'anonymous'
}

/** Whether the caller uses a draft token. */
export function writesDraftsOnly(actor: Actor): boolean {
  return actor.token?.scope === 'draft'
}

/** Whether the caller uses a read-only token. */
export function readsOnly(actor: Actor): boolean {
  return actor.token?.scope === 'read'
}

/** Callers of one audience on one site get the same responses, unless these depend on the user. */
export function audienceOf(actor: Actor): string {
  if (readsOnly(actor)) return `${actor.role} reads`
  return writesDraftsOnly(actor) ? `${actor.role} drafts` : actor.role
}

/** Throws if the policy does not allow it. */
export function authorize(allowed: boolean): asserts allowed {
  if (!allowed) throw new Problem('forbidden')
}

/** The same where the scope of an API token may be what does not allow it. The problem says so. */
export function authorizeActor(actor: Actor, may: (actor: Actor) => boolean): void {
  if (!may(actor)) throw new Problem(refusalOf(actor, may))
}

/** Why a caller may not do something: the scope of their token, if they may do it without one. */
export function refusalOf(
  actor: Actor,
  may: (actor: Actor) => boolean,
): 'login-required' | 'token-scope' | 'forbidden' {
  if (actor.kind === 'anonymous') return 'login-required'
  // A content token does not act for its user, so nobody knows what they may do.
  const isScope = actor.token !== undefined && (isPublicReader(actor) || may({ ...actor, token: undefined }))
  return isScope ? 'token-scope' : 'forbidden'
}

export function isUser(actor: Actor): boolean {
  return actor.kind === 'user' || actor.kind === 'token'
}

export function systemActor(site: ActingSite): Actor {
  return {
    kind: 'system',
    role: 'admin',
    everywhere: true,
    userId: 0,
    username: 'system',
    site,
    siteId: site.id,
    vip: true,
    token: undefined,
    credentialId: 0,
    address: '',
    requestId: '',
    language: 'en',
  }
}
