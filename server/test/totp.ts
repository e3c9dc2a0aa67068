import { setTimeout as pause } from 'node:timers/promises'
import { codeAt, stepAt } from '../platform/secrets/totp.ts'

const STEP_MS = 30_000
const ENOUGH_MS = 8_000

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

/** Waits for the next step if this one ends soon: for a test whose codes must all be of the same step. */
export async function startOfStep(): Promise<void> {
  const left = STEP_MS - (Date.now() % STEP_MS)
  if (left < ENOUGH_MS) await pause(left)
}
