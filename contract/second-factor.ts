import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { Id, Text } from './schema.ts'

const tag = 'Authentication'
const path = '/api/auth/second-factor'
const access = 'profile.own'

/** A code of the authenticator, or a recovery code; blanks and hyphens do not matter. */
const Code = Text({ min: 1, max: 50, examples: ['123456'] })

export const beginSecondFactor = endpoint({
  method: 'POST',
  path,
  access,
  sessionOnly: true,
  tag,
  summary: 'Begin to set up a second factor',
  description:
    'Gives the secret for an authenticator (TOTP, RFC 6238: SHA-1, six digits, 30 seconds). It counts once a code made with it was confirmed. Asking again before that gives another secret.',
  answer: Type.Object({
    secret: Type.String({
      description: 'In base32, to be typed.',
      examples: ['GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'],
    }),
    url: Type.String({
      description: 'What the QR code says.',
      examples: ['otpauth://totp/Inkstone:lihua?secret=…'],
    }),
    image: Type.String({
      description: 'The QR code: an SVG as a data URI.',
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
  summary: 'Switch the second factor on',
  description:
    'Takes a code of the authenticator. The ten recovery codes are shown once; each replaces one code.',
  body: Type.Object({ code: Code }),
  answer: Type.Object({
    recovery_codes: Type.Array(Type.String({ examples: ['k7q2m-x4zt5'] })),
  }),
  problems: ['second-factor-on', 'second-factor-not-begun', 'too-many-codes'],
  duringSetup: true,
})

export const endSecondFactor = endpoint({
  method: 'DELETE',
  path,
  access,
  sessionOnly: true,
  tag,
  summary: 'Switch the second factor off',
  description: 'Takes a code of the authenticator or a recovery code.',
  body: Type.Object({ code: Code }),
  problems: ['second-factor-not-begun', 'too-many-codes'],
})

export const checkSecondFactor = endpoint({
  method: 'POST',
  path: `${path}/check`,
  access,
  sessionOnly: true,
  tag,
  summary: 'Give the second factor again',
  description:
    'Where something was refused with `second-factor-again`: it can be repeated in the next ten minutes. Takes a code of the authenticator or a recovery code; `POST /api/auth/passkeys/check` takes a passkey.',
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
  summary: 'Switch off the second factor of a user',
  description:
    'For somebody who has lost both the authenticator and the recovery codes. They are told by mail. Your own is switched off with a code: 403 here.',
  params: Type.Object({ id: Id }),
  problems: ['user-not-found'],
})
