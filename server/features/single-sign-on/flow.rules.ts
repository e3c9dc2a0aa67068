import { decryptSecret, encryptSecret } from '../../platform/secrets/secrets.ts'
import type { Expected } from '../../platform/sign-in/openid.ts'

/** A login that is under way at the provider. The browser keeps it in a cookie that only we can read. */
export interface Flow {
  readonly expected: Expected
  readonly returnTo: string | undefined
  /** Who asked to link their account; 0 for a login. */
  readonly userId: number
  readonly expiresAt: number
}

export const FLOW_COOKIE = 'inkstone_sign_in'
export const FLOW_SECONDS = 600

export function sealFlow(key: Buffer, flow: Flow): string {
  return encryptSecret(key, JSON.stringify(flow))
}

/** Undefined where it is not ours, or its time is over. */
export function openFlow(key: Buffer, sealed: string | undefined, now: number): Flow | undefined {
  if (!sealed) return undefined
  try {
    const flow = JSON.parse(decryptSecret(key, sealed)) as Flow
    return flow.expiresAt > now ? flow : undefined
  } catch {
    return undefined
  }
}

/** Lax: it comes along when the provider sends the browser back, and with nothing else from another site. */
export function flowCookie(value: string, seconds: number, secure: boolean): string {
  return `${FLOW_COOKIE}=${value}; Path=/api; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}
