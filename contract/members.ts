import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { roles } from './permissions.ts'
import { FlagShown, Id, OneOf, PageQuery, Paginated, Text, TimesOrNone } from './schema.ts'

const Member = Type.Object({
  id: Id,
  username: Type.String({ examples: ['lihua'] }),
  nickname: Type.String({ examples: ['李华'] }),
  avatar: Type.String({ examples: [''] }),
  role: OneOf(roles, { description: 'The role on this site.', examples: ['editor'] }),
  status: Type.Unsafe<0 | 1>({ type: 'integer', enum: [0, 1], description: '1 enabled, 0 disabled' }),
  invited: Type.Unsafe<0 | 1>({ ...FlagShown, description: '1: the user has not set a password yet.' }),
  second_factor: FlagShown,
  ...TimesOrNone('last_seen'),
})

const tag = 'Users'
const access = 'site-roles.manage'

export const listMembers = endpoint({
  method: 'GET',
  path: '/api/members',
  access,
  tag,
  summary: 'List the members of this site',
  description:
    'All users with a role on the site of the request. Users whose role applies to all sites are not listed. E-mail addresses are not included.',
  query: PageQuery,
  answer: Paginated(Member),
})

export const setMember = endpoint({
  method: 'POST',
  path: '/api/members',
  access,
  sensitive: true,
  tag,
  summary: 'Give a user a role on this site',
  description:
    'Requires the exact username or e-mail address. For an existing member it changes the role. Rejected if it would change the permissions of the user on other sites.',
  body: Type.Object({
    user: Text({ min: 1, max: 254, examples: ['lihua'] }),
    role: OneOf(roles, { examples: ['editor'] }),
  }),
  answer: Member,
  problems: ['roles-elsewhere'],
})

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/api/members/{id}',
  access,
  sensitive: true,
  tag,
  summary: 'Remove a user’s role on this site',
  description: 'A user with roles on other sites remains a plain member here.',
  params: Type.Object({ id: Id }),
  problems: ['user-not-found', 'roles-elsewhere'],
})
