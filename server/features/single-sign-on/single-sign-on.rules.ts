import { type Role, roles } from '@inkstone/contract/permissions.ts'
import type { Claims } from '../../platform/sign-in/openid.ts'

/** Which role a value of the claim stands for. */
export type RoleMap = ReadonlyMap<string, Role>

/** The highest of the roles that the claim's values stand for; undefined where none does. */
export function roleIn(claims: Claims, claim: string | undefined, map: RoleMap): Role | undefined {
  if (claim === undefined) return undefined
  const given = valueAt(claims, claim)
  const values = Array.isArray(given) ? given : typeof given === 'string' ? given.split(/[\s,]+/) : []
  const found = values.flatMap((value) => (typeof value === 'string' ? (map.get(value) ?? []) : []))
  return roles.findLast((role) => found.includes(role))
}

/** `realm_access.roles` is `roles` in `realm_access`; a claim that is named so as a whole comes first. */
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

const LONGEST_USERNAME = 50
const ROOM_FOR_SUFFIX = 6

/** A name as our usernames are written, from what the provider calls the person. */
export function usernameFrom({ preferred_username, email }: Claims): string {
  const wanted = typeof preferred_username === 'string' ? preferred_username : String(email ?? '')
  const name = wanted
    .replace(/@.*$/s, '')
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}_.-]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  const short = [...name].slice(0, LONGEST_USERNAME - ROOM_FOR_SUFFIX).join('')
  return short.length >= 2 ? short : `user-${short}`
}

const EMAIL = /^[^\s@<>(),;:"\\[\]]+@[^\s@<>(),;:"\\[\]]+$/
const LONGEST_EMAIL = 254

/** The address, where the provider has checked that it is the person's. */
export function verifiedEmail({ email, email_verified }: Claims): string | undefined {
  if (email_verified !== true || typeof email !== 'string') return undefined
  return email.length <= LONGEST_EMAIL && EMAIL.test(email) ? email : undefined
}

export function nicknameFrom({ name }: Claims): string {
  return typeof name === 'string' ? [...name.trim()].slice(0, LONGEST_USERNAME).join('') : ''
}

/**
 * The provider may say how it was convinced (RFC 8176). Only where it says that it asked for more than one factor does the
 * login count as two. Our own code is not asked for: who links an account leaves the login to the provider.
 */
export function factorsOf({ amr }: Claims): 1 | 2 {
  return Array.isArray(amr) && amr.includes('mfa') ? 2 : 1
}
