import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { Verbatim } from './schema.ts'
import { LoggedIn } from './sessions.ts'

const tag = 'Authentication'

const ReturnTo = Type.Optional(
  Type.String({
    maxLength: 500,
    // A path of the console, never another host: any other path may redirect elsewhere, and a browser takes the fragment
    // with the token along.
    pattern: '^/admin(?!.*(?:\\.|%2[eE]){2})(?:[/?][^\\u0000-\\u0020\\\\#]*)?$',
    issue: 'not-path',
    description:
      'A path of the console. After the login the browser is redirected there with `token` and `expire` in the fragment, or `error` with the name of the problem. Without it, the response is JSON.',
    examples: ['/admin'],
  }),
)

export const startSingleSignOn = endpoint({
  method: 'GET',
  path: '/api/auth/oidc/start',
  access: 'anyone',
  ignoresToken: true,
  tag,
  summary: 'Log in with the OpenID provider',
  description:
    'Redirects the browser to the provider of the setting OIDC_ISSUER. A cookie valid for ten minutes ties the response to this browser.',
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
  summary: 'Link my account to the OpenID provider',
  description: 'Returns the URL to open in the browser that received this response and its cookie.',
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
  description: 'Rejected for an account without a password, because the user could no longer log in.',
  problems: ['invalid'],
})

const Given = Type.Optional(Verbatim({ max: 4000 }))

export const finishSingleSignOn = endpoint({
  method: 'GET',
  path: '/api/auth/oidc/callback',
  access: 'anyone',
  ignoresToken: true,
  tag,
  summary: 'Handle the redirect from the OpenID provider',
  description:
    'Returns the same as a login. A known provider account logs in its user. Otherwise the verified e-mail address decides: an existing account with that address is linked if it has no password. If there is none, a new account is created, provided that registration is open or the role claim names a role.',
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
    'too-many-logins',
    'continue-elsewhere',
  ],
})
