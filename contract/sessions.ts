import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { type Permission, permissions, roles } from './permissions.ts'
import {
  Changes,
  DateTime,
  Flag,
  FlagShown,
  Id,
  Moment,
  OneOf,
  Text,
  Times,
  Url,
  Verbatim,
} from './schema.ts'
import { Bio, Email, Nickname, Password, Profile, User, Username } from './users.ts'

const tag = 'Authentication'

const Token = Type.String({ examples: ['eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9…'] })
const Expire = Type.Integer({ description: 'Seconds until the token expires.', examples: [7200] })

/** The response of every kind of login. */
export const LoggedIn = Type.Object({
  token: Token,
  expire: Expire,
  user: Profile,
  second_factor_required: Type.Optional(
    Type.Unsafe<1>({ ...FlagShown, description: '1: the token can only be used to set up a second factor.' }),
  ),
})

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  access: 'anyone',
  ignoresToken: true,
  tag,
  summary: 'Log in',
  description:
    'Takes the username or e-mail address. If the user has a second factor, `otp` is required too: without it the response is 401 with code 10005. Ten failures for one account from one network in 15 minutes return 429, and so do five wrong codes for one account in 15 minutes. If the site requires a second factor for staff and the user has none, the token can only be used to set one up.',
  body: Type.Object({
    username: Text({ min: 1, max: 254, examples: ['admin'] }),
    password: Verbatim({ min: 1, max: 128, examples: ['correct horse battery'] }),
    otp: Type.Optional(Text({ max: 50, examples: ['123456'] })),
  }),
  answer: LoggedIn,
  problems: [
    'user-unknown',
    'password-wrong',
    'otp-required',
    'otp-wrong',
    'user-disabled',
    'address-unconfirmed',
    'too-many-logins',
    'too-many-codes',
  ],
})

export const refresh = endpoint({
  method: 'POST',
  path: '/api/auth/refresh',
  access: 'signed-in',
  sessionOnly: true,
  tag,
  duringSetup: true,
  summary: 'Refresh the token',
  description: 'The old token stays valid for a few seconds, so that requests in flight do not fail.',
  answer: Type.Object({ token: Token, expire: Expire }),
})

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  access: 'signed-in',
  sessionOnly: true,
  tag,
  summary: 'Log out',
  duringSetup: true,
})

const Session = Type.Object({
  id: Id,
  device: Type.String({
    description: 'The browser and operating system, from the User-Agent header.',
    examples: ['Firefox on Linux'],
  }),
  address: Type.String({ examples: ['203.0.113.7'] }),
  last_seen: DateTime,
  last_seen_at: Moment,
  ...Times('create'),
  current: Type.Unsafe<0 | 1>({ ...FlagShown, description: '1: the session of this request.' }),
})

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/auth/sessions',
  access: 'profile.own',
  sessionOnly: true,
  tag,
  summary: 'List my sessions',
  description: 'Newest login first. API tokens are not sessions and cannot call this.',
  answer: Type.Array(Session),
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions/{id}',
  access: 'profile.own',
  sessionOnly: true,
  tag,
  summary: 'End one of my sessions',
  params: Type.Object({ id: Id }),
  problems: ['session-not-found'],
})

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions',
  access: 'profile.own',
  sessionOnly: true,
  tag,
  summary: 'End all my other sessions',
})

export const register = endpoint({
  method: 'POST',
  path: '/api/auth/register',
  access: 'anyone',
  ignoresToken: true,
  tag,
  summary: 'Register as a member',
  description:
    'The site may require a captcha, and confirmation of the e-mail address before the first login.',
  body: Type.Object({
    username: Username,
    password: Password,
    email: Email,
    nickname: Type.Optional(Nickname),
    captcha: Type.Optional(Text({ max: 4000, examples: ['7KQXA'] })),
    captcha_id: Type.Optional(Text({ max: 100 })),
  }),
  answer: Profile,
  status: 201,
  problems: ['registration-closed', 'too-many-captchas'],
  creates: true,
})

const Own = Type.Object({
  ...User.properties,
  mail_comments: Type.Unsafe<0 | 1>({
    ...FlagShown,
    description:
      'Whether the user gets e-mail about comments on all sites. 1 also reverts every unsubscribe.',
  }),
  pending_email: Type.String({
    description: 'A new e-mail address that the user has not confirmed yet, or empty.',
    examples: [''],
  }),
  has_password: Type.Unsafe<0 | 1>({
    ...FlagShown,
    description: '0: the account has no password. It can be set with "forgot password".',
  }),
  linked: Type.Unsafe<0 | 1>({
    ...FlagShown,
    description: '1: the account is linked to the OpenID provider.',
  }),
})

export const me = endpoint({
  method: 'GET',
  path: '/api/auth/me',
  access: 'profile.own',
  tag,
  summary: 'Read my profile and permissions',
  answer: Type.Object({
    ...Own.properties,
    permissions: Type.Array(OneOf(Object.keys(permissions) as Permission[]), {
      description: 'The permissions of the caller on this site, with its current settings.',
    }),
    sites: Type.Array(Type.Object({ site_id: Id, name: Type.String(), role: OneOf(roles) }), {
      description: 'The site roles of the caller. If empty, the role of the caller applies to all sites.',
      examples: [[]],
    }),
  }),
})

export const updateMe = endpoint({
  method: 'PUT',
  path: '/api/auth/me',
  access: 'profile.own',
  tag,
  summary: 'Update my profile',
  description:
    'If e-mail is configured (SMTP_URL), a new `email` requires the `password` and takes effect after the link sent to it is opened. Until then it is in `pending_email`. Without e-mail it takes effect immediately. An API token cannot change it.',
  body: Changes(
    Type.Object({
      email: Email,
      password: Verbatim({ max: 128 }),
      nickname: Nickname,
      avatar: Url,
      bio: Bio,
      mail_comments: Flag,
    }),
  ),
  answer: Own,
  problems: ['too-many-logins', 'too-many-requests', 'session-required'],
  guarded: true,
})

export const changePassword = endpoint({
  method: 'PUT',
  path: '/api/auth/password',
  access: 'profile.own',
  sessionOnly: true,
  tag,
  summary: 'Change my password',
  description: 'Ends all other sessions.',
  body: Type.Object({ old_password: Verbatim({ min: 1, max: 128 }), new_password: Password }),
  problems: ['too-many-logins'],
})
