import { codeAt, stepAt } from '../platform/secrets/totp.ts'

/** Decodes the secret like an authenticator. */
function bytesOf(secret: string): Buffer {
  let bits = ''
  for (const letter of secret)
    bits += 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The code of an authenticator, now or this many steps of 30 seconds earlier or later. */
export const codeOf = (secret: string, steps = 0): string =>
  codeAt(bytesOf(secret), stepAt(Date.now()) + steps)
