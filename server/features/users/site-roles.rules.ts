import type { Role, SiteRoleRow } from '@inkstone/contract/permissions.ts'

interface Joined {
  readonly on_site: number | null
  readonly site_role: Role | null
}

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
