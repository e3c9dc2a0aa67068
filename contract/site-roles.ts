import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { roles } from './permissions.ts'
import { Id, OneOf } from './schema.ts'

const MOST_ROWS = 1000

const SiteRoles = Type.Array(Type.Object({ site_id: Id, role: OneOf(roles, { examples: ['editor'] }) }), {
  maxItems: MOST_ROWS,
})

const tag = 'Users'
const access = 'site-roles.manage'
const params = Type.Object({ id: Id })

export const getSiteRoles = endpoint({
  method: 'GET',
  path: '/api/users/{id}/sites',
  access,
  tag,
  summary: 'List the roles of a user per site',
  description: 'An administrator of single sites sees the row of the site that the request names.',
  params,
  answer: SiteRoles,
  problems: ['user-not-found'],
})

export const setSiteRoles = endpoint({
  method: 'PUT',
  path: '/api/users/{id}/sites',
  access,
  sensitive: true,
  tag,
  summary: 'Set the roles of a user per site',
  description:
    'Replaces the rows. A user with rows has the role of the row on its site and is a member elsewhere; the own role of a user without rows holds on every site. `admin` in a row administers that site only. An administrator of single sites sets the row of the site that the request names; the rows of other sites stay. The last administrator of all sites gets no rows.',
  params,
  body: SiteRoles,
  answer: SiteRoles,
  problems: ['user-not-found', 'roles-elsewhere'],
  guarded: true,
})
