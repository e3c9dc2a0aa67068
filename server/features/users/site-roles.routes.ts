import * as members from '@inkstone/contract/members.ts'
import * as contract from '@inkstone/contract/site-roles.ts'
import { reads, writes } from '../../database.ts'
import { paginated } from '../../platform/core/page.ts'
import { removeMember, setMember } from './members.actions.ts'
import { lockForRoles, setSiteRoles, siteRolesOf } from './site-roles.actions.ts'
import { findMembers } from './site-roles.store.ts'
import { showMember } from './users.view.ts'

export const siteRoleRoutes = [
  reads(contract.getSiteRoles, async (db, { actor, params }) => siteRolesOf(db, actor, params.id)),
  writes(
    contract.setSiteRoles,
    async (tx, { actor, params, body }) => setSiteRoles(tx, actor, params.id, body),
    async (tx, { params, body }) => {
      await lockForRoles(tx, params.id, body)
    },
  ),
  reads(members.listMembers, async (db, { actor, query, zone }) =>
    paginated(await findMembers(db, actor.siteId, query), query, showMember(zone)),
  ),
  writes(members.setMember, async (tx, { actor, body, zone }) =>
    showMember(zone)(await setMember(tx, actor, body.user, body.role)),
  ),
  writes(members.removeMember, async (tx, { actor, params }) => removeMember(tx, actor, params.id)),
]
