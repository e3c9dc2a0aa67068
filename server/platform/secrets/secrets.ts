import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

type Bytes = string | Uint8Array

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
// Identifies the cipher and the layout, so that another one can be introduced later in the same column.
const SEALED_V1 = 'v1.'

/** Encrypts text for storage, with a different result each time. The key comes from deriveKey. */
export function encryptSecret(key: Buffer, plain: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(
    Buffer.from(SEALED_V1),
  )
  const sealed = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return SEALED_V1 + sealed.toString('base64url')
}

/** Throws if the text was not encrypted with this key, or was changed since. */
export function decryptSecret(key: Buffer, sealed: string): string {
  const bytes = Buffer.from(sealed.slice(SEALED_V1.length), 'base64url')
  if (!sealed.startsWith(SEALED_V1) || bytes.length < NONCE_BYTES + TAG_BYTES) {
    throw new Error('not an encrypted secret of a version this program knows')
  }
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(SEALED_V1)).setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    return (
      decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    )
  } catch (error) {
    throw new Error('the secret was encrypted with another key, or is damaged', { cause: error })
  }
}

/** The same secret, encrypted with another key. */
export function reencryptSecret(from: Buffer, to: Buffer, sealed: string): string {
  return encryptSecret(to, decryptSecret(from, sealed))
}

/** Derives a separate key for each purpose from one master key. None of them reveals anything about another. */
export function deriveKey(masterKey: Bytes, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, '', `key for ${purpose}`, KEY_BYTES))
}

/** Identifies a master key without revealing anything about it. */
export function fingerprint(masterKey: Bytes): string {
  return deriveKey(masterKey, 'fingerprint').toString('hex', 0, 16)
}

export function randomToken(bytes: number): string {
  return randomBytes(bytes).toString('base64url')
}

export function sha256Hex(data: Bytes): string {
  return createHash('sha256').update(data).digest('hex')
}

export function hmacSha256(secret: Bytes, body: Bytes): Buffer {
  return createHmac('sha256', secret).update(body).digest()
}

export function hmacSha256Hex(secret: Bytes, body: Bytes): string {
  return hmacSha256(secret, body).toString('hex')
}

// Digests have the same length, so the time reveals neither where the two differ nor how long the secret is.
export function equalConstantTime(a: Bytes, b: Bytes): boolean {
  const digest = (value: Bytes) => createHash('sha256').update(value).digest()
  return timingSafeEqual(digest(a), digest(b))
}
