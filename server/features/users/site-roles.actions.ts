import { type Role, roleOn, type SiteRoleRow } from '@inkstone/contract/permissions.ts'
import type { Db, Tx } from '../../database.ts'
import { type Actor, holds } from '../../platform/core/actor.ts'
import { invalid, Problem } from '../../platform/core/problem.ts'
import { recordAuditEntry } from '../audit-log/audit-log.actions.ts'
import {
  findNamedSiteRoles,
  findSiteRoles,
  findUsersWith,
  lockSites,
  lockUsersOnlyOn,
  replaceSiteRoles,
} from './site-roles.store.ts'
import { isOnly } from './users.rules.ts'
import { lockGlobalAdmins, lockUser, readUser, saveUser } from './users.store.ts'

export async function siteRolesOf(db: Db, actor: Actor, userId: number): Promise<SiteRoleRow[]> {
  await readUser(db, userId)
  return shownTo(actor, await findSiteRoles(db, userId))
}

/** A global administrator sees and sets every row, a site administrator only the row of that site. */
function shownTo(actor: Actor, rows: readonly SiteRoleRow[]): SiteRoleRow[] {
  return rows.filter(({ site_id }) => holds(actor, 'users.manage') || site_id === actor.siteId)
}

/** Locks sites before users, like the deletion of a site, to avoid deadlocks. */
export async function lockForRoles(tx: Tx, userId: number, given: readonly SiteRoleRow[]) {
  const known = await lockSites(
    tx,
    given.map(({ site_id }) => site_id),
  )
  return { known, admins: await lockGlobalAdmins(tx), user: await lockUser(tx, userId) }
}

export async function setSiteRoles(
  tx: Tx,
  actor: Actor,
  userId: number,
  given: readonly SiteRoleRow[],
): Promise<SiteRoleRow[]> {
  requireDistinct(given)
  const { known, admins, user } = await lockForRoles(tx, userId, given)
  const unknown = given.findIndex(({ site_id }) => !known.has(site_id))
  if (unknown >= 0) throw invalid(`${unknown}.site_id`, 'unknown')
  const before = await findSiteRoles(tx, userId)
  const after = rowsAfter(actor, user.role, before, given)
  if (after.length > 0 && isOnly(admins, userId)) throw invalid('body', 'last-admin')
  await replaceSiteRoles(tx, userId, after)
  await recordAuditEntry(tx, actor, {
    action: 'user.site-roles',
    targetType: 'user',
    targetId: userId,
    before,
    after,
  })
  return shownTo(actor, await findSiteRoles(tx, userId))
}

/**
 * A site administrator cannot change anything on other sites. The first row of a user overrides their own role on all
 * other sites, and deleting the last one restores it: both are rejected unless that role is `member`.
 */
function rowsAfter(
  actor: Actor,
  ownRole: Role,
  before: readonly SiteRoleRow[],
  given: readonly SiteRoleRow[],
): readonly SiteRoleRow[] {
  if (holds(actor, 'users.manage')) return given
  if (given.some(({ site_id }) => site_id !== actor.siteId)) throw new Problem('roles-elsewhere')
  const after = [...before.filter(({ site_id }) => site_id !== actor.siteId), ...given]
  const ownRoleBeginsOrEnds = (before.length === 0) !== (after.length === 0)
  if (ownRoleBeginsOrEnds && ownRole !== 'member') throw new Problem('roles-elsewhere')
  return after
}

function requireDistinct(given: readonly SiteRoleRow[]): void {
  const ids = given.map(({ site_id }) => site_id)
  const again = ids.findIndex((id, at) => ids.indexOf(id) < at)
  if (again >= 0) throw invalid(`${again}.site_id`, 'taken')
}

/** The role of a user on a site. */
export async function roleOfUser(
  db: Db,
  siteId: number,
  user: { readonly id: number; readonly role: Role },
): Promise<ReturnType<typeof roleOn>> {
  return roleOn(siteId, user.role, await findSiteRoles(db, user.id))
}

/**
 * Before a site is deleted, its rows are deleted. A user without other rows stays a member of the other sites;
 * otherwise their own role would suddenly apply there.
 */
export async function endRolesOnSite(tx: Tx, siteId: number): Promise<void> {
  for (const userId of await lockUsersOnlyOn(tx, siteId)) await saveUser(tx, userId, { role: 'member' })
}

export const endSiteRolesOf = (tx: Tx, userId: number): Promise<void> => replaceSiteRoles(tx, userId, [])

export const adminsOf = (db: Db, siteId: number): Promise<number[]> => findUsersWith(db, siteId, ['admin'])

/** The users who review submitted content. */
export const reviewersOf = (db: Db, siteId: number): Promise<number[]> =>
  findUsersWith(db, siteId, ['auditor', 'admin'])

export const namedSiteRoles: (
  db: Db,
  userId: number,
) => Promise<{ site_id: number; name: string; role: Role }[]> = findNamedSiteRoles
export const ownSiteRoles: (db: Db, userId: number) => Promise<SiteRoleRow[]> = findSiteRoles
