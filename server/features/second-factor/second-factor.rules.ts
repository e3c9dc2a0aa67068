import { randomBytes } from 'node:crypto'
import type { Role } from '@inkstone/contract/permissions.ts'
import type { SiteSettings } from '@inkstone/contract/settings.ts'
import { hmacSha256Hex } from '../../platform/secrets/secrets.ts'
import { base32 } from '../../platform/secrets/totp.ts'

const RECOVERY_CODES = 10
/** Fifty bits each: ten characters of base32. */
const RECOVERY_BYTES = 7
const RECOVERY_LENGTH = 10

export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const text = base32(randomBytes(RECOVERY_BYTES)).toLowerCase().slice(0, RECOVERY_LENGTH)
    return `${text.slice(0, 5)}-${text.slice(5)}`
  })
}

export type GivenCode = { readonly kind: 'totp' | 'recovery'; readonly text: string }

/** Normalises user input: spaces, hyphens, case and width are ignored. */
export function readCode(given: string): GivenCode | undefined {
  const text = given.normalize('NFKC').toLowerCase().replace(/[\s-]/g, '')
  if (/^\d{6}$/.test(text)) return { kind: 'totp', text }
  return /^[a-z2-7]{10}$/.test(text) ? { kind: 'recovery', text } : undefined
}

/** Stored instead of the code, so that the database alone does not reveal it. */
export function recoveryHash(key: Buffer, userId: number, code: string): string {
  return hmacSha256Hex(key, `${userId} ${code.replace(/-/g, '')}`)
}

/** If the site requires a second factor for staff, a user without one can only set it up. */
export function requiresSecondFactor(
  { second_factor }: Pick<SiteSettings, 'second_factor'>,
  role: Role | 'anonymous',
): boolean {
  return second_factor === 'required_for_staff' && role !== 'anonymous' && role !== 'member'
}
