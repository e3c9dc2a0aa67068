/** Who may do what. This table decides; everything asks it. */

export const roles = ['member', 'editor', 'auditor', 'admin'] as const
export type Role = (typeof roles)[number]
export type Standing = Role | 'anonymous'

type Grants = readonly Standing[]
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
  'sites.manage': admins,
  'settings.manage': admins,
  'webhooks.manage': admins,
  'backups.manage': admins,
  'audit-log.read': admins,
  'jobs.read': admins,
} as const satisfies Record<string, Grants>

export type Permission = keyof typeof permissions

/** The two cells of the table that a site's settings decide. */
export interface DecidingSettings {
  readonly public_read: 0 | 1
  readonly review: 0 | 1
}

export function allows(standing: Standing, permission: Permission, settings: DecidingSettings): boolean {
  if (permission === 'articles.read' && standing === 'anonymous') return settings.public_read === 1
  if (permission === 'articles.publish.own' && standing === 'editor') return settings.review === 0
  return (permissions[permission] as Grants).includes(standing)
}
