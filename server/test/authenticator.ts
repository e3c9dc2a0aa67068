import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A passkey authenticator in software, like a phone or a security key. */

type Value = number | string | Uint8Array | Map<Value, Value>

/** Encodes the few CBOR types that WebAuthn needs here. */
function cbor(value: Value): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, held]) => [cbor(key), cbor(held)])])
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  if (length < 256) return Buffer.from([(major << 5) | 24, length])
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255])
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

const PRESENT = 1
const VERIFIED = 4
const ATTESTED = 64
const ES256 = -7

export interface Trait {
  readonly origin?: string
  readonly rpId?: string
  readonly verified?: boolean
  readonly counter?: number
}

export function createAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let counter = 0
  let handle = ''

  const clientData = (type: string, challenge: string, trait: Trait) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: trait.origin ?? origin, crossOrigin: false }))

  function authenticatorData(trait: Trait, attested: Buffer | undefined): Buffer {
    counter = trait.counter ?? counter + 1
    const flags = PRESENT | (trait.verified === false ? 0 : VERIFIED) | (attested ? ATTESTED : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const host = trait.rpId ?? new URL(origin).hostname
    return Buffer.concat([sha256(host), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)])
  }

  return {
    id: base64url(id),

    /** Answers the options of a registration. */
    create(options: { challenge: string; user: { id: string } }, trait: Trait = {}) {
      handle = options.user.id
      const key = cbor(
        new Map<Value, Value>([
          [1, 2],
          [3, ES256],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      )
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const attestation = cbor(
        new Map<Value, Value>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authenticatorData(trait, attested)],
        ]),
      )
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', options.challenge, trait)),
          attestationObject: base64url(attestation),
          transports: ['internal'],
        },
      }
    },

    /** Answers the options of a login. */
    get(options: { challenge: string }, trait: Trait = {}) {
      const data = authenticatorData(trait, undefined)
      const client = clientData('webauthn.get', options.challenge, trait)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
          userHandle: handle,
        },
      }
    },
  }
}
