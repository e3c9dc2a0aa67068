import { type Role, roles } from '@inkstone/contract/permissions.ts'
import type { Claims } from '../../platform/sign-in/openid.ts'

/** Maps values of the claim to roles. */
export type RoleMap = ReadonlyMap<string, Role>

/** The highest role of the claim's values; undefined without a match. */
export function roleIn(claims: Claims, claim: string | undefined, map: RoleMap): Role | undefined {
  if (claim === undefined) return undefined
  const given = valueAt(claims, claim)
  const values = Array.isArray(given) ? given : typeof given === 'string' ? given.split(/[\s,]+/) : []
  const found = values.flatMap((value) => (typeof value === 'string' ? (map.get(value) ?? []) : []))
  return roles.findLast((role) => found.includes(role))
}

/** `realm_access.roles` means `roles` in `realm_access`. A claim with the full name has priority. */
function valueAt(claims: Claims, claim: string): unknown {
  if (Object.hasOwn(claims, claim)) return claims[claim]
  return claim
    .split('.')
    .reduce<unknown>(
      (held, key) =>
        held !== null && typeof held === 'object' && Object.hasOwn(held, key)
          ? (held as Record<string, unknown>)[key]
          : undefined,
      claims,
    )
}

const MAX_USERNAME_LENGTH = 50
const ROOM_FOR_SUFFIX = 6

/** A valid username from the name at the provider. */
export function usernameFrom({ preferred_username, email }: Claims): string {
  const wanted = typeof preferred_username === 'string' ? preferred_username : String(email ?? '')
  const name = wanted
    .replace(/@.*$/s, '')
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}_.-]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  const short = [...name].slice(0, MAX_USERNAME_LENGTH - ROOM_FOR_SUFFIX).join('')
  return short.length >= 2 ? short : `user-${short}`
}

const EMAIL = /^[^\s@<>(),;:"\\[\]]+@[^\s@<>(),;:"\\[\]]+$/
const MAX_EMAIL_LENGTH = 254

/** The address, if the provider has verified it. */
export function verifiedEmail({ email, email_verified }: Claims): string | undefined {
  if (email_verified !== true || typeof email !== 'string') return undefined
  return email.length <= MAX_EMAIL_LENGTH && EMAIL.test(email) ? email : undefined
}

/** Stricter than a login by address, which accepts other forms of the same letters: those may be another mailbox. */
export function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

export function nicknameFrom({ name }: Claims): string {
  return typeof name === 'string' ? [...name.trim()].slice(0, MAX_USERNAME_LENGTH).join('') : ''
}

/**
 * The provider may list its authentication methods (RFC 8176). The login counts as two factors only if it states that
 * more than one was used. No code of ours is required: a linked account leaves authentication to the provider.
 */
export function factorsOf({ amr }: Claims): 1 | 2 {
  return Array.isArray(amr) && amr.includes('mfa') ? 2 : 1
}
