import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { Id, Text } from './schema.ts'

const tag = 'Authentication'
const path = '/api/auth/second-factor'
const access = 'profile.own'

/** A code from the authenticator app or a recovery code. Spaces and hyphens are ignored. */
const Code = Text({ min: 1, max: 50, examples: ['123456'] })

export const beginSecondFactor = endpoint({
  method: 'POST',
  path,
  access,
  sessionOnly: true,
  tag,
  summary: 'Start setting up a second factor',
  description:
    'Returns the secret for an authenticator app (TOTP, RFC 6238: SHA-1, six digits, 30 seconds). It takes effect after a code is confirmed. Calling this again before that returns a new secret.',
  answer: Type.Object({
    secret: Type.String({
      description: 'In base32, for typing.',
      examples: ['GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'],
    }),
    url: Type.String({
      description: 'The content of the QR code.',
      examples: ['otpauth://totp/Inkstone:lihua?secret=…'],
    }),
    image: Type.String({
      description: 'The QR code as an SVG data URI.',
      examples: ['data:image/svg+xml;base64,…'],
    }),
  }),
  problems: ['second-factor-on', 'second-factor-off'],
  duringSetup: true,
})

export const confirmSecondFactor = endpoint({
  method: 'POST',
  path: `${path}/confirm`,
  access,
  sessionOnly: true,
  tag,
  summary: 'Turn on the second factor',
  description:
    'Takes a code from the authenticator app. The ten recovery codes are returned only once. Each can be used once instead of a code.',
  body: Type.Object({ code: Code }),
  answer: Type.Object({
    recovery_codes: Type.Array(Type.String({ examples: ['k7q2m-x4zt5'] })),
  }),
  problems: ['second-factor-on', 'second-factor-off', 'second-factor-not-begun', 'too-many-codes'],
  duringSetup: true,
})

export const endSecondFactor = endpoint({
  method: 'DELETE',
  path,
  access,
  sessionOnly: true,
  tag,
  summary: 'Turn off the second factor',
  description: 'Takes a code from the authenticator app or a recovery code.',
  body: Type.Object({ code: Code }),
  problems: ['second-factor-not-begun', 'too-many-codes'],
})

export const checkSecondFactor = endpoint({
  method: 'POST',
  path: `${path}/check`,
  access,
  sessionOnly: true,
  tag,
  summary: 'Confirm the second factor again',
  description:
    'Call this after a `second-factor-again` error, then repeat the request within ten minutes. Takes a code from the authenticator app or a recovery code. `POST /api/auth/passkeys/check` takes a passkey.',
  body: Type.Object({ code: Code }),
  problems: ['second-factor-not-begun', 'too-many-codes'],
})

export const resetSecondFactor = endpoint({
  method: 'DELETE',
  path: '/api/users/{id}/second-factor',
  access: 'users.manage',
  sessionOnly: true,
  sensitive: true,
  tag: 'Users',
  summary: 'Turn off the second factor of a user',
  description:
    'For a user who has lost both the authenticator app and the recovery codes. The user is notified by e-mail. You cannot turn off your own second factor here (403): use a code.',
  params: Type.Object({ id: Id }),
  problems: ['user-not-found'],
})
