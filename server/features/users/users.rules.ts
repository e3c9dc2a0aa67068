/** Whether the VIP flag lifts the rate limit at this moment. */
export function isVip(user: { is_vip: number; vip_until: number | null }, now: number): boolean {
  return user.is_vip === 1 && (user.vip_until === null || user.vip_until > now)
}

interface StandingChanges {
  readonly role?: string | undefined
  readonly status?: number | undefined
}

/** A change after which nobody could act as an administrator who could before. */
export function endsAdmin({ role = 'admin', status }: StandingChanges): boolean {
  return role !== 'admin' || status === 0
}

export function losesAdmin(user: { role: string; status: number }, changes: StandingChanges): boolean {
  return user.role === 'admin' && user.status === 1 && endsAdmin(changes)
}
