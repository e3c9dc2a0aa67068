import { createHmac, randomBytes } from 'node:crypto'
import { equalConstantTime } from '../secrets/secrets.ts'

const NONCE_BYTES = 16
const TIME_BYTES = 6
const MAC_BYTES = 16
const PAYLOAD_BYTES = NONCE_BYTES + TIME_BYTES

/**
 * A signed challenge with its purpose. It is not stored, so requesting one writes nothing to the database. The caller
 * must make sure that it is used only once.
 */
export function newChallenge(key: Buffer, purpose: string, expiresAt: number): Buffer {
  const time = Buffer.alloc(TIME_BYTES)
  time.writeUIntBE(expiresAt, 0, TIME_BYTES)
  const payload = Buffer.concat([randomBytes(NONCE_BYTES), time])
  return Buffer.concat([payload, macOf(key, purpose, payload)])
}

export function isOwnChallenge(key: Buffer, purpose: string, challenge: string, now: number): boolean {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length !== PAYLOAD_BYTES + MAC_BYTES) return false
  const payload = bytes.subarray(0, PAYLOAD_BYTES)
  const isOurs = equalConstantTime(bytes.subarray(PAYLOAD_BYTES), macOf(key, purpose, payload))
  return isOurs && payload.readUIntBE(NONCE_BYTES, TIME_BYTES) > now
}

function macOf(key: Buffer, purpose: string, payload: Buffer): Buffer {
  return createHmac('sha256', key).update(`${purpose}\n`).update(payload).digest().subarray(0, MAC_BYTES)
}
