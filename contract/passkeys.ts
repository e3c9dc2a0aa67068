import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { Id, Text, Times, TimesOrNone } from './schema.ts'
import { LoggedIn } from './sessions.ts'

const tag = 'Authentication'
const access = 'profile.own'
const params = Type.Object({ id: Id })

const Passkey = Type.Object({
  id: Id,
  name: Type.String({ examples: ['Phone'] }),
  ...Times('create'),
  ...TimesOrNone('last_used'),
})

const Name = Text({ min: 1, max: 100, examples: ['Phone'] })

/** Bytes in the encoding that browsers use in JSON (base64url). */
const Base64Url = (max: number) =>
  Type.String({ minLength: 1, maxLength: max, pattern: '^[A-Za-z0-9_-]+={0,2}$', examples: ['AAEC'] })

const MAX_ID_LENGTH = 1400
const MAX_PART_LENGTH = 40_000
/** Enough for three such parts and the ids. */
const PASSKEY_BODY_LIMIT = 128 * 1024

const Credential = {
  id: Base64Url(MAX_ID_LENGTH),
  rawId: Base64Url(MAX_ID_LENGTH),
  type: Type.Literal('public-key', { examples: ['public-key'] }),
}

const description =
  'Requires the setting PUBLIC_URL; without it every request is 422 `public-url-required`, whatever fields it has. Options and responses use the JSON format of WebAuthn, which browsers read and write with `PublicKeyCredential.parseCreationOptionsFromJSON`, `parseRequestOptionsFromJSON` and `toJSON`.'

const options = Type.Object({ challenge: Type.String() }, { additionalProperties: true })

export const passkeyOptions = endpoint({
  method: 'POST',
  path: '/api/auth/passkeys/options',
  access,
  sensitive: true,
  sessionOnly: true,
  tag,
  summary: 'Start registering a passkey',
  description: `Returns the options for \`navigator.credentials.create\`, valid for five minutes. ${description}`,
  answer: Type.Unsafe<object>(options),
  problems: ['public-url-required'],
})

export const registerPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkeys',
  access,
  sensitive: true,
  sessionOnly: true,
  tag,
  summary: 'Register a passkey',
  description: `Takes the result of \`navigator.credentials.create\` and a name. ${description}`,
  body: Type.Object({
    ...Credential,
    response: Type.Object({
      clientDataJSON: Base64Url(MAX_PART_LENGTH),
      attestationObject: Base64Url(MAX_PART_LENGTH),
      transports: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 })),
    }),
    name: Type.Optional(Name),
  }),
  bodyLimit: PASSKEY_BODY_LIMIT,
  answer: Passkey,
  status: 201,
  problems: ['public-url-required', 'invalid'],
})

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/api/auth/passkeys',
  access,
  sessionOnly: true,
  tag,
  summary: 'List my passkeys',
  answer: Type.Array(Passkey),
})

export const renamePasskey = endpoint({
  method: 'PUT',
  path: '/api/auth/passkeys/{id}',
  access,
  sessionOnly: true,
  tag,
  summary: 'Rename a passkey',
  params,
  body: Type.Object({ name: Name }),
  answer: Passkey,
  problems: ['passkey-not-found'],
})

export const deletePasskey = endpoint({
  method: 'DELETE',
  path: '/api/auth/passkeys/{id}',
  access,
  sensitive: true,
  sessionOnly: true,
  tag,
  summary: 'Delete a passkey',
  params,
  problems: ['passkey-not-found'],
})

export const passkeyLoginOptions = endpoint({
  method: 'POST',
  path: '/api/auth/passkey-login/options',
  access: 'anyone',
  ignoresToken: true,
  tag,
  summary: 'Start logging in with a passkey',
  description: `Returns the options for \`navigator.credentials.get\`, valid for five minutes. ${description}`,
  answer: Type.Unsafe<object>(options),
  problems: ['public-url-required'],
})

const Used = Type.Object({
  ...Credential,
  response: Type.Object({
    clientDataJSON: Base64Url(MAX_PART_LENGTH),
    authenticatorData: Base64Url(MAX_PART_LENGTH),
    signature: Base64Url(MAX_PART_LENGTH),
    userHandle: Type.Optional(Type.String({ maxLength: 200 })),
  }),
})

export const passkeyLogin = endpoint({
  method: 'POST',
  path: '/api/auth/passkey-login',
  access: 'anyone',
  ignoresToken: true,
  tag,
  summary: 'Log in with a passkey',
  description: `Takes the result of \`navigator.credentials.get\`. Counts as both factors. ${description}`,
  body: Used,
  bodyLimit: PASSKEY_BODY_LIMIT,
  answer: LoggedIn,
  problems: ['public-url-required', 'passkey-refused', 'user-disabled', 'too-many-logins'],
})

export const checkPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkeys/check',
  access,
  sessionOnly: true,
  tag,
  summary: 'Confirm the second factor again with a passkey',
  description: `Takes the result of \`navigator.credentials.get\` with the options from \`POST /api/auth/passkey-login/options\`. ${description}`,
  body: Used,
  bodyLimit: PASSKEY_BODY_LIMIT,
  problems: ['public-url-required', 'invalid', 'too-many-logins'],
})
