import type { Role, SiteRoleRow } from '@inkstone/contract/permissions.ts'

interface Joined {
  readonly on_site: number | null
  readonly site_role: Role | null
}

/** What authentication reads of a user `u` joined with their site roles `r`. */
export const CALLER_COLUMNS = [
  'u.id as user_id',
  'u.username',
  'u.role',
  'u.status',
  'u.is_vip',
  'u.vip_until',
  'r.site_id as on_site',
  'r.role as site_role',
] as const

/** Combines rows of a user joined with their site roles into one user with a list. */
export function withSiteRoles<Row extends Joined>(
  rows: readonly Row[],
): (Row & { siteRoles: readonly SiteRoleRow[] }) | undefined {
  const [first] = rows
  if (!first) return undefined
  const siteRoles = rows.flatMap(({ on_site, site_role }) =>
    on_site === null || site_role === null ? [] : [{ site_id: on_site, role: site_role }],
  )
  return { ...first, siteRoles }
}
