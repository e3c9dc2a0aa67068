import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { Id, Times, Verbatim } from './schema.ts'
import { Email, Password } from './users.ts'

const tag = 'Authentication'

/** A link that an administrator passes on when the user cannot be reached by e-mail. */
const HandedLink = Type.Object({
  link: Type.String({
    description:
      'Uses the setting PUBLIC_URL or a domain of the site. If neither is set, this is only the path: append it to the address you use for the service.',
    examples: ['https://blog.example.com/admin/set-password?token=…'],
  }),
  token: Type.String({ description: 'The token contained in the link.', examples: ['q3Jx…'] }),
  ...Times('expire'),
})

const LinkToken = Verbatim({ min: 1, max: 200, examples: ['q3Jx…'] })

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/auth/password/forgot',
  access: 'anyone',
  ignoresToken: true,
  tag,
  summary: 'Request a password reset link',
  description:
    'Always returns 200, whether or not the address is known. A known address receives a link that works once and is valid for 30 minutes. At most three per hour are sent.',
  body: Type.Object({ email: Email }),
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/password/reset',
  access: 'anyone',
  ignoresToken: true,
  tag,
  summary: 'Set a password with a link token',
  description:
    'Used for a forgotten password and for an invitation. Ends all sessions and revokes all API tokens of the user. A wrong, used or expired token returns 422 on `token`.',
  body: Type.Object({ token: LinkToken, password: Password }),
  problems: ['too-many-logins'],
})

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/api/auth/email/confirm',
  access: 'anyone',
  ignoresToken: true,
  tag,
  summary: 'Confirm an e-mail address with a link token',
  description:
    'Used when a user changes their address, and for registration if the site requires confirmation.',
  body: Type.Object({ token: LinkToken }),
  problems: ['too-many-logins'],
})

const users = {
  access: 'users.manage',
  sensitive: true,
  tag: 'Users',
  params: Type.Object({ id: Id }),
  answer: HandedLink,
} as const

export const makeResetLink = endpoint({
  ...users,
  method: 'POST',
  path: '/api/users/{id}/reset-link',
  sessionOnly: true,
  summary: 'Create a password reset link for a user',
  description:
    'The link works once and is valid for 30 minutes. It is not sent by e-mail: pass it on yourself.',
  problems: ['user-not-found'],
})

export const inviteUser = endpoint({
  ...users,
  method: 'POST',
  path: '/api/users/{id}/invite',
  sessionOnly: true,
  summary: 'Invite a user who has no password yet',
  description:
    'Sends the user a link to set their password, and returns it too. It works once, is valid for 7 days and replaces earlier links.',
  problems: ['user-not-found', 'user-has-password'],
})
