import type { Role, SiteRoleRow } from '@inkstone/contract/permissions.ts'
import type { Db, Tx } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { invalid, Problem } from '../../platform/core/problem.ts'
import { recordAuditEntry } from '../audit-log/audit-log.actions.ts'
import { lockForRoles } from './site-roles.actions.ts'
import { findMember, findSiteRoles, type MemberRow, replaceSiteRoles } from './site-roles.store.ts'
import { isOnly } from './users.rules.ts'
import { findUserByName } from './users.store.ts'

/** Gives a user, found by exact username or e-mail address, a role on the site of the request. */
export async function setMember(tx: Tx, actor: Actor, name: string, role: Role): Promise<MemberRow> {
  const user = await findUserByName(tx, name)
  if (!user) throw invalid('user', 'unknown')
  await changeRow(tx, actor, user.id, { site_id: actor.siteId, role })
  const member = await findMember(tx, actor.siteId, user.id)
  if (!member) throw new Problem('user-not-found')
  return member
}

/** By exact username or e-mail address. */
export async function memberByName(db: Db, siteId: number, name: string): Promise<MemberRow | undefined> {
  const user = await findUserByName(db, name)
  return user && findMember(db, siteId, user.id)
}

export async function removeMember(tx: Tx, actor: Actor, id: number): Promise<void> {
  await changeRow(tx, actor, id, undefined)
}

/**
 * The first row of a user overrides their own role on all other sites, and deleting the last one restores it. Here,
 * where only one site is involved, both are rejected unless that role is `member`.
 */
async function changeRow(tx: Tx, actor: Actor, userId: number, row: SiteRoleRow | undefined): Promise<void> {
  const { admins, user } = await lockForRoles(tx, userId, row ? [row] : [])
  const before = await findSiteRoles(tx, userId)
  const others = before.filter(({ site_id }) => site_id !== actor.siteId)
  // Also if another request has just removed them.
  if (!row && others.length === before.length) throw new Problem('user-not-found')
  const after = [...others, ...(row ? [row] : [])]
  if (after.length > 0 && isOnly(admins, userId)) throw invalid('user', 'last-admin')
  if ((before.length === 0) !== (after.length === 0) && user.role !== 'member')
    throw new Problem('roles-elsewhere')
  await replaceSiteRoles(tx, userId, after)
  await recordAuditEntry(tx, actor, {
    action: 'user.site-roles',
    targetType: 'user',
    targetId: userId,
    before,
    after,
  })
}
