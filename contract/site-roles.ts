import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { roles } from './permissions.ts'
import { Id, OneOf } from './schema.ts'

const MAX_ROWS = 1000

const SiteRoles = Type.Array(Type.Object({ site_id: Id, role: OneOf(roles, { examples: ['editor'] }) }), {
  maxItems: MAX_ROWS,
})

const tag = 'Users'
const access = 'site-roles.manage'
const params = Type.Object({ id: Id })

export const getSiteRoles = endpoint({
  method: 'GET',
  path: '/api/users/{id}/sites',
  access,
  tag,
  summary: 'List the site roles of a user',
  description: 'A site administrator sees only the row of the site of the request.',
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
  summary: 'Set the site roles of a user',
  description:
    'Replaces the rows. A user with rows has the role of each row on its site and is a member on all other sites. The role of a user without rows applies to all sites. `admin` in a row administers only that site. A site administrator sets only the row of the site of the request, and other rows are kept. The last global administrator cannot get rows.',
  params,
  body: SiteRoles,
  answer: SiteRoles,
  problems: ['user-not-found', 'roles-elsewhere'],
  guarded: true,
})
