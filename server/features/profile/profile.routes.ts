import { type Permission, permissions, type Role } from '@inkstone/contract/permissions.ts'
import * as contract from '@inkstone/contract/sessions.ts'
import { preparesAndWrites, reads } from '../../database.ts'
import { type Actor, holds } from '../../platform/core/actor.ts'
import { Problem } from '../../platform/core/problem.ts'
import { versionOfProfile } from '../users/account.actions.ts'
import { namedSiteRoles } from '../users/site-roles.actions.ts'
import { userById } from '../users/users.actions.ts'
import {
  changeOwnProfile,
  ownProfile,
  type ProfileOptions,
  requirePasswordForAddress,
} from './profile.actions.ts'

/** The role on the site of the request. */
function roleOfSignedIn({ role }: Actor): Role {
  if (role === 'anonymous') throw new Problem('login-required')
  return role
}

const everyPermission = Object.keys(permissions) as Permission[]

export const profileRoutes = (options: ProfileOptions) => [
  reads(contract.me, async (db, { actor, zone, answering }) => {
    const user = await userById(db, actor.userId)
    // A login on another device is part of the response, but it must not make a save fail.
    answering.version = user.updated_at
    return {
      ...(await ownProfile(db, zone, Date.now(), user)),
      role: roleOfSignedIn(actor),
      permissions: everyPermission.filter((permission) => holds(actor, permission)),
      sites: await namedSiteRoles(db, actor.userId),
    }
  }),
  preparesAndWrites(
    contract.updateMe,
    async (db, { actor, body }) => requirePasswordForAddress(db, options, actor, body),
    async (tx, { actor, body, zone }) => ({
      ...(await ownProfile(tx, zone, tx.now, await changeOwnProfile(tx, actor, options, body))),
      role: roleOfSignedIn(actor),
    }),
    async (tx, { actor }) => versionOfProfile(tx, actor),
  ),
]
