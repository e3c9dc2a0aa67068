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

/** What a login of any kind answers. */
export const LoggedIn = Type.Object({
  token: Token,
  expire: Expire,
  user: Profile,
  second_factor_required: Type.Optional(
    Type.Unsafe<1>({ ...FlagShown, description: '1: the token only sets up a second factor.' }),
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
    'Takes the username or the e-mail address. Where a second factor is on, `otp` too: without it 401 with code 10005. Ten failures for one account from one network in 15 minutes: 429; five wrong codes for one account in 15 minutes, from anywhere: 429. Where the site asks its staff for a second factor and there is none yet, the token serves only to set one up.',
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
  duringSetup: true,
})

const Session = Type.Object({
  id: Id,
  device: Type.String({ description: 'What the browser said of itself.', examples: ['Firefox on Linux'] }),
  address: Type.String({ examples: ['203.0.113.7'] }),
  last_seen: DateTime,
  last_seen_at: Moment,
  ...Times('create'),
  current: Type.Unsafe<0 | 1>({ ...FlagShown, description: '1: the one of this request.' }),
})

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/auth/sessions',
  access: 'profile.own',
  sessionOnly: true,
  tag,
  summary: 'Where I am logged in',
  description: 'The newest login first. API tokens are not sessions, and may not ask for this.',
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
    'Where the site asks for it, with a captcha, and the first login only after the link in a mail was followed.',
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
    description: 'Whether mail about comments comes, from all sites. 1 undoes every "unsubscribe".',
  }),
  pending_email: Type.String({
    description:
      'The address that is mine once I have followed the link in the mail to it; empty where none is.',
    examples: [''],
  }),
  has_password: Type.Unsafe<0 | 1>({
    ...FlagShown,
    description: '0: I log in by other means, and a password is set through "forgotten password".',
  }),
  linked: Type.Unsafe<0 | 1>({ ...FlagShown, description: '1: I can log in at the OpenID provider.' }),
})

export const me = endpoint({
  method: 'GET',
  path: '/api/auth/me',
  access: 'profile.own',
  tokens: ['draft'],
  tag,
  summary: 'Who am I',
  answer: Type.Object({
    ...Own.properties,
    permissions: Type.Array(OneOf(Object.keys(permissions) as Permission[]), {
      description: 'What I may do on this site, as its settings are now.',
    }),
    sites: Type.Array(Type.Object({ site_id: Id, name: Type.String(), role: OneOf(roles) }), {
      description: 'My roles on single sites; without any my own role holds on every site.',
      examples: [[]],
    }),
  }),
})

export const updateMe = endpoint({
  method: 'PUT',
  path: '/api/auth/me',
  access: 'profile.own',
  tag,
  summary: 'Change my profile',
  description:
    'Where the service sends mail (SMTP_URL), another `email` needs the `password`, and counts once the link in the mail to it was followed; until then it is `pending_email`. Without, it counts at once.',
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
  problems: ['too-many-logins'],
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
