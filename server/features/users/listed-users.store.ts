import type { SiteRoleRow } from '@inkstone/contract/permissions.ts'
import type { Db } from '../../database.ts'
import type { UserRow } from './users.table.ts'

export interface ListedUser extends UserRow {
  readonly passkeys: number
  readonly linked: boolean
  readonly sites: SiteRoleRow[]
}

/** A page of users with their factors and roles, in three queries. */
export async function withDetails(db: Db, users: readonly UserRow[]): Promise<ListedUser[]> {
  if (users.length === 0) return []
  const ids = users.map(({ id }) => id)
  const passkeys = await db
    .selectFrom('passkeys')
    .select(({ fn }) => ['user_id', fn.countAll<number>().as('total')])
    .where('user_id', 'in', ids)
    .groupBy('user_id')
    .execute()
  const linked = await db
    .selectFrom('user_identities')
    .select('user_id')
    .where('user_id', 'in', ids)
    .execute()
  const roles = await db
    .selectFrom('user_sites')
    .select(['user_id', 'site_id', 'role'])
    .where('user_id', 'in', ids)
    .orderBy('site_id')
    .execute()
  return users.map((user) => ({
    ...user,
    passkeys: passkeys.find(({ user_id }) => user_id === user.id)?.total ?? 0,
    linked: linked.some(({ user_id }) => user_id === user.id),
    sites: roles.filter(({ user_id }) => user_id === user.id).map(({ site_id, role }) => ({ site_id, role })),
  }))
}
