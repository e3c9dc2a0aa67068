import * as contract from '@inkstone/contract/site-roles.ts'
import { reads, writes } from '../../database.ts'
import { lockForRoles, setSiteRoles, siteRolesOf } from './site-roles.actions.ts'

export const siteRoleRoutes = [
  reads(contract.getSiteRoles, async (db, { actor, params }) => siteRolesOf(db, actor, params.id)),
  writes(
    contract.setSiteRoles,
    async (tx, { actor, params, body }) => setSiteRoles(tx, actor, params.id, body),
    async (tx, { params, body }) => {
      await lockForRoles(tx, params.id, body)
    },
  ),
]
