/** Whether the VIP flag lifts the rate limit at this moment. */
export function isVip(user: { is_vip: number; vip_until: number | null }, now: number): boolean {
  return user.is_vip === 1 && (user.vip_until === null || user.vip_until > now)
}

/** Accounts created by an invitation or by an OpenID provider have no password at first. */
export function hasPassword({ password_hash }: { readonly password_hash: string }): boolean {
  return password_hash.startsWith('$argon2')
}

interface AccessChanges {
  readonly role?: string | undefined
  readonly status?: number | undefined
}

/** Whether a change removes an administrator. */
export function endsAdmin({ role = 'admin', status }: AccessChanges): boolean {
  return role !== 'admin' || status === 0
}

export function isOnly(ids: readonly number[], id: number): boolean {
  return ids.length === 1 && ids[0] === id
}
