import type { Role, SiteRoleRow } from '@inkstone/contract/permissions.ts'
import type { Db, Tx } from '../../database.ts'
import { boundsOf, type Found } from '../../platform/core/page.ts'
import { forUpdate } from '../../platform/sql/lock.ts'
import type { UserRow } from './users.table.ts'

export async function findSiteRoles(db: Db, userId: number): Promise<SiteRoleRow[]> {
  return db
    .selectFrom('user_sites')
    .select(['site_id', 'role'])
    .where('user_id', '=', userId)
    .orderBy('site_id')
    .execute()
}

export async function replaceSiteRoles(tx: Tx, userId: number, rows: readonly SiteRoleRow[]): Promise<void> {
  await tx.deleteFrom('user_sites').where('user_id', '=', userId).execute()
  if (rows.length === 0) return
  await tx
    .insertInto('user_sites')
    .values(rows.map(({ site_id, role }) => ({ user_id: userId, site_id, role })))
    .execute()
}

/** Locked until the transaction ends, so that the site is not deleted in the meantime. */
export async function lockSites(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await forUpdate(
    tx,
    tx.selectFrom('sites').select('id').where('id', 'in', ids).orderBy('id'),
  ).execute()
  return new Set(rows.map(({ id }) => id))
}

/** The users with one of these roles on a site: by their own role for all sites, or by a row. */
export async function findUsersWith(db: Db, siteId: number, roles: readonly Role[]): Promise<number[]> {
  const rows = await db
    .selectFrom('users as u')
    .leftJoin('user_sites as s', (join) => join.onRef('s.user_id', '=', 'u.id').on('s.site_id', '=', siteId))
    .select('u.id')
    .where('u.status', '=', 1)
    .where('u.deleted_at', 'is', null)
    .where(({ eb, or, and, not, exists, selectFrom }) =>
      or([
        eb('s.role', 'in', roles),
        and([
          eb('u.role', 'in', roles),
          not(
            exists(
              selectFrom('user_sites as any').select('any.site_id').whereRef('any.user_id', '=', 'u.id'),
            ),
          ),
        ]),
      ]),
    )
    .orderBy('u.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Users whose only row is on this site, locked so that their rows do not change. */
export async function lockUsersOnlyOn(tx: Tx, siteId: number): Promise<number[]> {
  const there = tx.selectFrom('user_sites').select('user_id').where('site_id', '=', siteId)
  await forUpdate(tx, tx.selectFrom('users').select('id').where('id', 'in', there).orderBy('id')).execute()
  const rows = await tx
    .selectFrom('user_sites')
    .select('user_id')
    .groupBy('user_id')
    .having(({ fn }) => fn.countAll(), '=', 1)
    .having(({ fn }) => fn.max('site_id'), '=', siteId)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

export interface MemberRow extends UserRow {
  readonly role_here: Role
}

function members(db: Db, siteId: number) {
  return db
    .selectFrom('users as u')
    .innerJoin('user_sites as s', 's.user_id', 'u.id')
    .where('s.site_id', '=', siteId)
    .where('u.deleted_at', 'is', null)
}

/** The users with a row on the site. */
export async function findMembers(
  db: Db,
  siteId: number,
  query: { page: number; page_size: number },
): Promise<Found<MemberRow>> {
  const { limit, offset } = boundsOf(query)
  const rows = await members(db, siteId)
    .selectAll('u')
    .select('s.role as role_here')
    .orderBy('u.id')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await members(db, siteId)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

export async function findMember(db: Db, siteId: number, id: number): Promise<MemberRow | undefined> {
  return members(db, siteId)
    .selectAll('u')
    .select('s.role as role_here')
    .where('u.id', '=', id)
    .executeTakeFirst()
}

export async function findNamedSiteRoles(
  db: Db,
  userId: number,
): Promise<{ site_id: number; name: string; role: Role }[]> {
  return db
    .selectFrom('user_sites as r')
    .innerJoin('sites as s', 's.id', 'r.site_id')
    .select(['r.site_id', 's.name', 'r.role'])
    .where('r.user_id', '=', userId)
    .where('s.enabled', '=', 1)
    .orderBy('r.site_id')
    .execute()
}
