/** The permission table: which role may do what. All permission checks use it. */

export const roles = ['member', 'editor', 'auditor', 'admin'] as const
export type Role = (typeof roles)[number]
/** The access level of a caller on a site: a role or anonymous. */
export type CallerRole = Role | 'anonymous'

type Grants = readonly CallerRole[]
const everyone: Grants = ['anonymous', 'member', 'editor', 'auditor', 'admin']
const members: Grants = ['member', 'editor', 'auditor', 'admin']
const editors: Grants = ['editor', 'auditor', 'admin']
const auditors: Grants = ['auditor', 'admin']
const admins: Grants = ['admin']

export const permissions = {
  'site.read': everyone,
  'articles.read': everyone,
  'articles.like': members,
  'articles.favorite': members,
  'articles.create': editors,
  'articles.export': editors,
  'articles.read.own': editors,
  'articles.read.any': auditors,
  'articles.edit.own': editors,
  'articles.edit.any': auditors,
  'articles.delete.own': editors,
  'articles.delete.any': admins,
  'articles.publish.own': editors,
  'articles.publish.any': auditors,
  'articles.audit': auditors,
  'articles.assign': admins,
  'categories.manage': auditors,
  'tags.create': editors,
  'tags.manage': auditors,
  'pages.manage': auditors,
  'comments.moderate': auditors,
  'comments.post': everyone,
  'media.upload': editors,
  'media.manage.own': editors,
  'media.manage.any': admins,
  'recycle-bin.own': editors,
  'recycle-bin.any': admins,
  'recycle-bin.purge': admins,
  'profile.own': members,
  'messages.own': members,
  'tokens.own': members,
  'tokens.any': admins,
  'users.manage': admins,
  'site-roles.manage': admins,
  'sites.manage': admins,
  'settings.manage': admins,
  'webhooks.manage': admins,
  'backups.manage': admins,
  'audit-log.read': admins,
  'jobs.read': admins,
  'imports.manage': admins,
} as const satisfies Record<string, Grants>

export type Permission = keyof typeof permissions

/** The two cells of the table that depend on the settings of the site. */
export interface DecidingSettings {
  readonly public_read: 0 | 1
  readonly review: 0 | 1
}

/**
 * Permissions for the whole service. A site administrator does not have them, only an administrator whose role applies
 * to all sites.
 */
const servicePermissions: ReadonlySet<Permission> = new Set<Permission>([
  'tokens.any',
  'users.manage',
  'sites.manage',
  'backups.manage',
  'audit-log.read',
  'jobs.read',
])

/** The role of a caller on a site, and whether it applies to all sites or only to this one. */
export interface SiteRole {
  readonly role: CallerRole
  readonly everywhere: boolean
}

export function allows(
  { role, everywhere }: SiteRole,
  permission: Permission,
  settings: DecidingSettings,
): boolean {
  if (permission === 'articles.read' && role === 'anonymous') return settings.public_read === 1
  if (permission === 'articles.publish.own' && role === 'editor') return settings.review === 0
  if (servicePermissions.has(permission) && !everywhere) return false
  return (permissions[permission] as Grants).includes(role)
}

/** The part of its user's permissions that an API token has, from least to most. */
export const tokenScopes = ['content', 'read', 'draft', 'write'] as const
export type TokenScope = (typeof tokenScopes)[number]
/** Scopes that an endpoint must allow explicitly: `draft` only if it changes something. */
export type NarrowScope = 'content' | 'draft'

const contentScope: ReadonlySet<Permission> = new Set<Permission>(['site.read', 'articles.read'])

/**
 * No publishing, permanent deletion or administration. What is listed as managed or posted can only be read: no endpoint
 * that changes it accepts a draft token.
 */
const draftScope: ReadonlySet<Permission> = new Set<Permission>([
  'site.read',
  'articles.read',
  'articles.favorite',
  'articles.create',
  'articles.export',
  'articles.read.own',
  'articles.read.any',
  'articles.edit.own',
  'articles.edit.any',
  'articles.delete.own',
  'categories.manage',
  'tags.create',
  'tags.manage',
  'pages.manage',
  'comments.moderate',
  'comments.post',
  'media.upload',
  'recycle-bin.own',
  'recycle-bin.any',
  'profile.own',
  'messages.own',
  'tokens.own',
])

export function scopeAllows(scope: TokenScope, permission: Permission): boolean {
  if (scope === 'content') return contentScope.has(permission)
  return scope !== 'draft' || draftScope.has(permission)
}

/** The role of a user on one site. */
export interface SiteRoleRow {
  readonly site_id: number
  readonly role: Role
}

/** Without rows, a user's own role applies to all sites. With rows, the row's role applies to its site, and `member` elsewhere. */
export function roleOn(
  siteId: number,
  ownRole: Role,
  rows: readonly SiteRoleRow[],
): SiteRole & { role: Role } {
  if (rows.length === 0) return { role: ownRole, everywhere: true }
  return { role: rows.find((row) => row.site_id === siteId)?.role ?? 'member', everywhere: false }
}
