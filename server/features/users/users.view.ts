import { flagOf } from '../../platform/core/flags.ts'
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
    is_vip: flagOf(isVip(row, now)),
  }
}

export function showUser(zone: Zone, now: number) {
  const moment = (time: number | null) => (time === null ? null : zone.format(time))
  return (row: UserRow) => ({
    ...showProfile(row, now),
    status: row.status,
    invited: row.invited,
    second_factor: flagOf(row.second_factor_at !== null),
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
    linked: flagOf(linked),
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
    status: row.status,
    invited: row.invited,
    second_factor: flagOf(row.second_factor_at !== null),
    ...showTimes(zone, { last_seen: row.last_seen_at }),
  })
}
