/** Whether the VIP flag lifts the rate limit at this moment. */
export function isVip(user: { is_vip: number; vip_until: number | null }, now: number): boolean {
  return user.is_vip === 1 && (user.vip_until === null || user.vip_until > now)
}

/** A change after which this user could no longer act as an administrator. */
export function losesAdmin(
  user: { role: string; status: number },
  changes: { role?: string | undefined; status?: number | undefined },
): boolean {
  const wasAdmin = user.role === 'admin' && user.status === 1
  return wasAdmin && ((changes.role ?? 'admin') !== 'admin' || changes.status === 0)
}
