import type { Role } from '@inkstone/contract/permissions.ts'
import { flagOf } from '../../platform/core/flags.ts'
import { showTimes, type Zone } from '../../platform/times/times.ts'
import type { UserRow } from '../users/users.table.ts'
import { showProfile } from '../users/users.view.ts'
import type { ShownSession } from './sessions.store.ts'
import { TOKEN_SECONDS } from './tokens.rules.ts'

/** The response to every kind of login, with the role on the site of the request. */
export function showLogin(token: string, user: UserRow, { role }: { role: Role }) {
  return { token, expire: TOKEN_SECONDS, user: { ...showProfile(user, Date.now()), role } }
}

export function showSession(zone: Zone, currentId: number, now: number) {
  return (row: ShownSession) => {
    const seen = row.id === currentId ? now : Math.max(row.last_seen_at ?? 0, row.rotated_at)
    return {
      id: row.id,
      device: row.device,
      address: row.address,
      last_seen: zone.format(seen),
      last_seen_at: zone.formatWithOffset(seen),
      ...showTimes(zone, { create: row.created_at }),
      current: flagOf(row.id === currentId),
    }
  }
}
