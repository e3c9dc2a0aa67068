import { type Static, Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { roles } from './permissions.ts'
import {
  Changes,
  Count,
  DateTime,
  Flag,
  FlagShown,
  Id,
  Instant,
  Moment,
  Nullable,
  OneOf,
  PageQuery,
  Paginated,
  Text,
  Times,
  TimesOrNone,
  Url,
} from './schema.ts'

export const Username = Type.String({
  trim: true,
  minLength: 2,
  maxLength: 50,
  // No @: a login accepts a username or an e-mail address and must be able to tell them apart.
  pattern: '^[\\p{L}\\p{N}_.-]*$',
  examples: ['lihua'],
})
export const Email = Type.String({
  trim: true,
  maxLength: 254,
  pattern: '^[^\\s@<>(),;:"\\\\\\[\\]]+@[^\\s@<>(),;:"\\\\\\[\\]]+$',
  examples: ['lihua@example.com'],
})
export const Password = Type.String({ minLength: 8, maxLength: 128, examples: ['correct horse battery'] })
export const Bio = Text({ max: 1000, examples: ['Writes about gardens.'] })
export const Nickname = Text({ max: 50, examples: ['李华'] })

/** The user in the response to a login. */
export const Profile = Type.Object({
  id: Id,
  username: Type.String({ examples: ['lihua'] }),
  email: Type.String({ examples: ['lihua@example.com'] }),
  nickname: Type.String({ examples: ['李华'] }),
  avatar: Type.String({ examples: [''] }),
  bio: Type.String({ examples: ['Writes about gardens.'] }),
  role: OneOf(roles),
  is_vip: FlagShown,
})
export type Profile = Static<typeof Profile>

export const User = Type.Object({
  ...Profile.properties,
  status: Type.Unsafe<0 | 1>({ type: 'integer', enum: [0, 1], description: '1 enabled, 0 disabled' }),
  invited: Type.Unsafe<0 | 1>({
    ...FlagShown,
    description:
      '1: the user is invited, has neither set a password nor used the OpenID provider yet, and cannot log in with a password.',
  }),
  second_factor: Type.Unsafe<0 | 1>({ ...FlagShown, description: '1: login also requires a code.' }),
  vip_expire: Nullable(DateTime),
  ...TimesOrNone('last_login'),
  ...Times('create', 'update'),
})

/** A user in the list, with the fields that administrators need. */
const ListedUser = Type.Object({
  ...User.properties,
  ...TimesOrNone('last_seen'),
  passkeys: Count,
  linked: Type.Unsafe<0 | 1>({
    ...FlagShown,
    description: '1: the account is linked to the OpenID provider.',
  }),
  sites: Type.Array(Type.Object({ site_id: Id, role: OneOf(roles) }), {
    description: 'The site roles of the user. If empty, the role of the user applies to all sites.',
    examples: [[]],
  }),
})

const UserFields = Type.Object({
  username: Username,
  password: Password,
  email: Email,
  nickname: Type.Optional(Nickname),
  avatar: Type.Optional(Url),
  bio: Type.Optional(Bio),
  role: Type.Optional(OneOf(roles)),
  status: Type.Optional(Flag),
  is_vip: Type.Optional(Flag),
  vip_expire: Type.Optional(Nullable(Instant)),
})

const tag = 'Users'
const access = 'users.manage'
const params = Type.Object({ id: Id })

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/users',
  access,
  tag,
  summary: 'List users',
  query: Type.Object({
    ...PageQuery.properties,
    keyword: Type.Optional(Text({ max: 100 })),
    role: Type.Optional(OneOf(roles)),
    status: Type.Optional(OneOf([0, 1])),
  }),
  answer: Paginated(ListedUser),
})

export const createUser = endpoint({
  method: 'POST',
  path: '/api/users',
  access,
  sensitive: true,
  tag,
  summary: 'Create a user',
  description:
    'Without `password` the user is invited: they set it with a link that is sent by e-mail and returned here (`link`, `token`, `expire_time`). It works once and is valid for 7 days. An API token cannot set a password, and does not get the link.',
  body: Type.Object({ ...UserFields.properties, password: Type.Optional(Password) }),
  answer: Type.Object({
    ...User.properties,
    link: Type.Optional(Type.String()),
    token: Type.Optional(Type.String()),
    expire_time: Type.Optional(DateTime),
    expire_at: Type.Optional(Moment),
  }),
  status: 201,
  problems: ['session-required'],
  creates: true,
})

export const getUser = endpoint({
  method: 'GET',
  path: '/api/users/{id}',
  access,
  tag,
  summary: 'Read a user',
  params,
  answer: User,
  problems: ['user-not-found'],
})

export const updateUser = endpoint({
  method: 'PUT',
  path: '/api/users/{id}',
  access,
  sensitive: true,
  tag,
  summary: 'Update a user',
  description:
    'Only the fields in the request change. A new role takes effect with the next request. Disabling a user ends all their sessions; their API tokens are 403 `user-disabled` until the user is enabled again. The last administrator who can log in cannot be demoted or disabled. An API token cannot change a password or an e-mail address.',
  params,
  body: Changes(UserFields),
  answer: User,
  problems: ['user-not-found', 'session-required'],
  guarded: true,
})

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/api/users/{id}',
  access,
  sensitive: true,
  tag,
  summary: 'Delete a user',
  description: 'The content of the user is kept. The id is never reused.',
  params,
  problems: ['user-not-found', 'invalid'],
})
