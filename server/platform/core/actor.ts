import {
  allows,
  type CallerRole,
  type Permission,
  type SiteRole,
  scopeHolds,
  type TokenScope,
} from '@inkstone/contract/permissions.ts'
import type { SiteSettings } from '@inkstone/contract/settings.ts'
import { type Language, Problem } from './problem.ts'

export interface ActingSite {
  readonly id: number
  readonly alias: string
  readonly settings: SiteSettings
}

/** The API token through which a program acts. */
export interface ActingToken {
  readonly id: number
  readonly name: string
  readonly scope: TokenScope
  /** Requests a minute; undefined: the limit of its user holds. */
  readonly rateLimit: number | undefined
}

/** Who acts, on which site, from where. There is always somebody: "no user" never means "no checks". */
export interface Actor extends SiteRole {
  readonly kind: 'anonymous' | 'user' | 'token' | 'system'
  /** On the request's site. */
  readonly role: CallerRole
  /** Whether the role holds on every site. Permissions over the whole service need that. */
  readonly everywhere: boolean
  /** 0 for who acts as no user: anonymous, content tokens and the system. No row has this id. */
  readonly userId: number
  readonly username: string
  readonly site: ActingSite
  readonly siteId: number
  readonly vip: boolean
  /** Set where `kind` is token. */
  readonly token: ActingToken | undefined
  /** The session of a user, the token of a program; 0 for the others. */
  readonly credentialId: number
  readonly address: string
  readonly requestId: string
  readonly language: Language
}

export function holds(actor: Actor, permission: Permission): boolean {
  if (actor.kind === 'system') return true
  if (actor.token && !scopeHolds(actor.token.scope, permission)) return false
  // Content tokens read what is published on sites that are closed to strangers too.
  if (actor.token?.scope === 'content') return true
  return allows(actor, permission, actor.site.settings)
}

/** Whether the caller sees only what is public: strangers and content tokens. Their answers are the same. */
export function isPublicReader(actor: Actor): boolean {
  return actor.role === 'anonymous'
}

/** Whether the caller acts through a token that may write drafts only. */
export function writesDraftsOnly(actor: Actor): boolean {
  return actor.token?.scope === 'draft'
}

/** Whether the caller acts through a token that may change nothing. */
export function readsOnly(actor: Actor): boolean {
  return actor.token?.scope === 'read'
}

/** Callers of one audience on one site get the same answers, where these do not depend on the user. */
export function audienceOf(actor: Actor): string {
  if (readsOnly(actor)) return `${actor.role} reads`
  return writesDraftsOnly(actor) ? `${actor.role} drafts` : actor.role
}

/** Says no in the name of the policy that was asked. */
export function authorize(allowed: boolean): asserts allowed {
  if (!allowed) throw new Problem('forbidden')
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
