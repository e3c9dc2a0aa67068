import { createHmac } from 'node:crypto'
import { equalConstantTime } from './secrets.ts'

/** Time-based one-time codes (RFC 6238), as all authenticators generate them: SHA-1, six digits, thirty seconds. */

const STEP_MS = 30_000
const DIGITS = 6
/** Clocks differ, so the previous and the next step are accepted too. */
const STEPS_EITHER_SIDE = 1

export function codeAt(secret: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0x0f
  const number = digest.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

export function stepAt(moment: number): number {
  return Math.floor(moment / STEP_MS)
}

/** The accepted step that has this code, if any. */
export function stepOf(secret: Uint8Array, code: string, moment: number): number | undefined {
  const now = stepAt(moment)
  let found: number | undefined
  for (let step = now - STEPS_EITHER_SIDE; step <= now + STEPS_EITHER_SIDE; step++)
    if (equalConstantTime(codeAt(secret, step), code)) found = step
  return found
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The format that authenticators expect: RFC 4648, without padding. */
export function base32(bytes: Uint8Array): string {
  let text = ''
  let buffer = 0
  let bits = 0
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += BASE32[(buffer >>> bits) & 31]
    }
    buffer &= (1 << bits) - 1
  }
  if (bits > 0) text += BASE32[(buffer << (5 - bits)) & 31]
  return text
}

/** The URL for the QR code that an authenticator scans. */
export function otpauthUrl(secret: Uint8Array, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const query = new URLSearchParams({
    secret: base32(secret),
    issuer,
    algorithm: 'SHA1',
    digits: String(DIGITS),
    period: String(STEP_MS / 1000),
  })
  return `otpauth://totp/${label}?${query.toString().replaceAll('+', '%20')}`
}
