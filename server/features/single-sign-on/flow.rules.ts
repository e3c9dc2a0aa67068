import { cookieFor } from '../../platform/http/cookies.ts'
import { decryptSecret, encryptSecret } from '../../platform/secrets/secrets.ts'
import type { Expected } from '../../platform/sign-in/openid.ts'

/** A pending login with the provider. The browser keeps it in an encrypted cookie. */
export interface Flow {
  readonly expected: Expected
  readonly returnTo: string | undefined
  /** The user who is linking their account; 0 for a login. */
  readonly userId: number
  readonly sessionId: number
  readonly expiresAt: number
}

export const FLOW_COOKIE = 'inkstone_sign_in'
export const FLOW_SECONDS = 600

export function sealFlow(key: Buffer, flow: Flow): string {
  return encryptSecret(key, JSON.stringify(flow))
}

/** Undefined if it is not ours or has expired. */
export function openFlow(key: Buffer, sealed: string | undefined, now: number): Flow | undefined {
  if (!sealed) return undefined
  try {
    const flow = JSON.parse(decryptSecret(key, sealed)) as Flow
    return flow.expiresAt > now ? flow : undefined
  } catch {
    return undefined
  }
}

/** An empty value deletes the cookie. */
export function flowCookie(value: string, secure: boolean): string {
  return cookieFor(FLOW_COOKIE, value, { path: '/api', seconds: value === '' ? 0 : FLOW_SECONDS, secure })
}
