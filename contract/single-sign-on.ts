import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { Verbatim } from './schema.ts'
import { LoggedIn } from './sessions.ts'

const tag = 'Authentication'

const ReturnTo = Type.Optional(
  Type.String({
    maxLength: 500,
    // A path of this service, never another host.
    pattern: '^/(?![/\\\\])[^\\u0000-\\u0020\\\\#]*$',
    issue: 'not-path',
    description:
      'A path of this service. After the login the browser is sent there, with `token` and `expire` behind the `#`, or `error` with the name of what was refused; without it the login is answered as JSON.',
    examples: ['/admin'],
  }),
)

export const startSingleSignOn = endpoint({
  method: 'GET',
  path: '/api/auth/oidc/start',
  access: 'anyone',
  ignoresToken: true,
  tag,
  summary: 'Log in at the OpenID provider',
  description:
    'Sends the browser to the provider of the setting OIDC_ISSUER. A cookie that lasts ten minutes ties the answer to this browser.',
  query: Type.Object({ return_to: ReturnTo }),
  problems: ['single-sign-on-off', 'continue-elsewhere'],
})

export const linkSingleSignOn = endpoint({
  method: 'POST',
  path: '/api/auth/oidc/link',
  access: 'profile.own',
  sensitive: true,
  sessionOnly: true,
  tag,
  summary: 'Link my account with the OpenID provider',
  description: 'Gives the address to open in the browser that got this answer and its cookie.',
  body: Type.Object({ return_to: ReturnTo }),
  answer: Type.Object({ url: Type.String({ examples: ['https://login.example.com/authorize?…'] }) }),
  problems: ['single-sign-on-off'],
})

export const unlinkSingleSignOn = endpoint({
  method: 'DELETE',
  path: '/api/auth/oidc/link',
  access: 'profile.own',
  sensitive: true,
  sessionOnly: true,
  tag,
  summary: 'Unlink my account from the OpenID provider',
  description: 'Refused for an account without a password: its owner could not log in any more.',
  problems: ['invalid'],
})

const Given = Type.Optional(Verbatim({ max: 4000 }))

export const finishSingleSignOn = endpoint({
  method: 'GET',
  path: '/api/auth/oidc/callback',
  access: 'anyone',
  ignoresToken: true,
  tag,
  summary: 'Come back from the OpenID provider',
  description:
    'Answers like a login. A known account of the provider logs its user in. Otherwise its verified e-mail address decides: an account of that address is linked where it has no password, and a new one is made where there is none and the site takes registrations or the role claim names a role.',
  query: Type.Object({
    code: Given,
    state: Given,
    iss: Given,
    error: Given,
    error_description: Given,
    session_state: Given,
  }),
  answer: LoggedIn,
  problems: [
    'single-sign-on-off',
    'single-sign-on-refused',
    'email-not-verified',
    'link-first',
    'identity-taken',
    'registration-closed',
    'user-disabled',
    'continue-elsewhere',
  ],
})
