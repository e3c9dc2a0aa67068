import { showTimes, type Zone } from '../../platform/times/times.ts'
import type { ListedUser } from './listed-users.store.ts'
import type { MemberRow } from './site-roles.store.ts'
import { isVip } from './users.rules.ts'
import type { UserRow } from './users.table.ts'

export function showProfile(row: UserRow, now: number) {
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    nickname: row.nickname,
    avatar: row.avatar,
    bio: row.bio,
    role: row.role,
    is_vip: (isVip(row, now) ? 1 : 0) as 0 | 1,
  }
}

export function showUser(zone: Zone, now: number) {
  const moment = (time: number | null) => (time === null ? null : zone.format(time))
  return (row: UserRow) => ({
    ...showProfile(row, now),
    status: row.status as 0 | 1,
    invited: row.invited as 0 | 1,
    second_factor: (row.second_factor_at === null ? 0 : 1) as 0 | 1,
    vip_expire: moment(row.vip_until),
    ...showTimes(zone, { last_login: row.last_login_at, create: row.created_at, update: row.updated_at }),
  })
}

export function showListedUser(zone: Zone, now: number) {
  const show = showUser(zone, now)
  return ({ passkeys, linked, sites, ...row }: ListedUser) => ({
    ...show(row),
    ...showTimes(zone, { last_seen: row.last_seen_at }),
    passkeys,
    linked: (linked ? 1 : 0) as 0 | 1,
    sites,
  })
}

export function showMember(zone: Zone) {
  return (row: MemberRow) => ({
    id: row.id,
    username: row.username,
    nickname: row.nickname,
    avatar: row.avatar,
    role: row.role_here,
    status: row.status as 0 | 1,
    invited: row.invited as 0 | 1,
    second_factor: (row.second_factor_at === null ? 0 : 1) as 0 | 1,
    ...showTimes(zone, { last_seen: row.last_seen_at }),
  })
}
