import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { Id, Times, Verbatim } from './schema.ts'
import { Email, Password } from './users.ts'

const tag = 'Authentication'

/** What an administrator hands over where mail does not reach the person. */
const HandedLink = Type.Object({
  link: Type.String({
    description:
      'On the setting PUBLIC_URL or a domain of the site; where the service knows neither, the path alone, to be put behind the address under which you use it.',
    examples: ['https://blog.example.com/admin/set-password?token=…'],
  }),
  token: Type.String({ description: 'What stands in the link.', examples: ['q3Jx…'] }),
  ...Times('expire'),
})

const LinkToken = Verbatim({ min: 1, max: 200, examples: ['q3Jx…'] })

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/auth/password/forgot',
  access: 'anyone',
  ignoresToken: true,
  tag,
  summary: 'Ask for a link to set a new password',
  description:
    'Always 200, whether the address is known or not. A known one gets a mail with a link that works once, for 30 minutes; at most three an hour.',
  body: Type.Object({ email: Email }),
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/password/reset',
  access: 'anyone',
  ignoresToken: true,
  tag,
  summary: 'Set a password with the token of a link',
  description:
    'For a forgotten password and for an invitation. Ends every session and API token of the user. A token that is wrong, used or expired is 422 on `token`.',
  body: Type.Object({ token: LinkToken, password: Password }),
})

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/api/auth/email/confirm',
  access: 'anyone',
  ignoresToken: true,
  tag,
  summary: 'Confirm an address with the token of a link',
  description: 'For a new address of an account, and for a registration where the site asks for it.',
  body: Type.Object({ token: LinkToken }),
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
  summary: 'Make a link with which a user sets a new password',
  description: 'It works once, for 30 minutes. It is not mailed: hand it over.',
  problems: ['user-not-found'],
})

export const inviteUser = endpoint({
  ...users,
  method: 'POST',
  path: '/api/users/{id}/invite',
  sessionOnly: true,
  summary: 'Invite a user who has no password yet',
  description:
    'Mails a link with which the person sets the password, and gives it to you as well. It works once, for 7 days, and ends the ones before.',
  problems: ['user-not-found', 'user-has-password'],
})
