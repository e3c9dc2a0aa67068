import { allows, type CallerRole, type Permission, type SiteRole } from '@inkstone/contract/permissions.ts'
import type { SiteSettings } from '@inkstone/contract/settings.ts'
import { type Language, Problem } from './problem.ts'

export interface ActingSite {
  readonly id: number
  readonly alias: string
  readonly settings: SiteSettings
}

/** Who acts, on which site, from where. There is always somebody: "no user" never means "no checks". */
export interface Actor extends SiteRole {
  readonly kind: 'anonymous' | 'user' | 'token' | 'system'
  /** On the request's site. */
  readonly role: CallerRole
  /** Whether the role holds on every site. Permissions over the whole service need that. */
  readonly everywhere: boolean
  /** 0 for who is no user: anonymous and the system. No row has this id. */
  readonly userId: number
  readonly username: string
  readonly site: ActingSite
  readonly siteId: number
  readonly vip: boolean
  readonly readOnly: boolean
  /** The session of a user, the token of a program; 0 for the others. */
  readonly credentialId: number
  readonly address: string
  readonly requestId: string
  readonly language: Language
}

export function holds(actor: Actor, permission: Permission): boolean {
  return actor.kind === 'system' || allows(actor, permission, actor.site.settings)
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
    readOnly: false,
    credentialId: 0,
    address: '',
    requestId: '',
    language: 'en',
  }
}
