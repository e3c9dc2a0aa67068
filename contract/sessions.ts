import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { type Permission, permissions } from './permissions.ts'
import { Changes, OneOf, Text, Url, Verbatim } from './schema.ts'
import { Bio, Email, Nickname, Password, Profile, User, Username } from './users.ts'

const tag = 'Authentication'

const Token = Type.String({ examples: ['eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9…'] })
const Expire = Type.Integer({ description: 'Seconds until the token expires.', examples: [7200] })

/** What a login of any kind answers. */
export const LoggedIn = Type.Object({ token: Token, expire: Expire, user: Profile })

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  access: 'anyone',
  ignoresToken: true,
  tag,
  summary: 'Log in',
  description:
    'Takes the username or the e-mail address. Ten failures for one name from one address in 15 minutes: 429.',
  body: Type.Object({
    username: Text({ min: 1, max: 254, examples: ['admin'] }),
    password: Verbatim({ min: 1, max: 128, examples: ['correct horse battery'] }),
  }),
  answer: LoggedIn,
  problems: ['user-unknown', 'password-wrong', 'user-disabled', 'too-many-logins'],
})

export const refresh = endpoint({
  method: 'POST',
  path: '/api/auth/refresh',
  access: 'signed-in',
  sessionOnly: true,
  tag,
  summary: 'Get a new token for the old one',
  description: 'The old token is retired a few seconds later, so that requests under way are not cut off.',
  answer: Type.Object({ token: Token, expire: Expire }),
})

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  access: 'signed-in',
  sessionOnly: true,
  tag,
  summary: 'End this session',
})

export const register = endpoint({
  method: 'POST',
  path: '/api/auth/register',
  access: 'anyone',
  ignoresToken: true,
  tag,
  summary: 'Register as a member',
  body: Type.Object({
    username: Username,
    password: Password,
    email: Email,
    nickname: Type.Optional(Nickname),
  }),
  answer: Profile,
  status: 201,
  problems: ['registration-closed'],
  creates: true,
})

export const me = endpoint({
  method: 'GET',
  path: '/api/auth/me',
  access: 'profile.own',
  tokens: ['draft'],
  tag,
  summary: 'Who am I',
  answer: Type.Object({
    ...User.properties,
    permissions: Type.Array(OneOf(Object.keys(permissions) as Permission[]), {
      description: 'What I may do on this site, as its settings are now.',
    }),
  }),
})

export const updateMe = endpoint({
  method: 'PUT',
  path: '/api/auth/me',
  access: 'profile.own',
  tag,
  summary: 'Change my profile',
  body: Changes(Type.Object({ email: Email, nickname: Nickname, avatar: Url, bio: Bio })),
  answer: User,
  guarded: true,
})

export const changePassword = endpoint({
  method: 'PUT',
  path: '/api/auth/password',
  access: 'profile.own',
  sessionOnly: true,
  tag,
  summary: 'Change my password',
  description: 'Ends every other session.',
  body: Type.Object({ old_password: Verbatim({ min: 1, max: 128 }), new_password: Password }),
  problems: ['too-many-logins'],
})
