import { sql } from 'kysely'
import type { Db, Engine, Tx } from '../../database.ts'
import { forUpdate } from '../../platform/sql/lock.ts'
import { deleteInPortions } from '../../platform/sql/portions.ts'
import { withSiteRoles } from '../users/site-roles.rules.ts'
import type { SessionRow } from './sessions.table.ts'

/** The session with its user, in one look: this is asked on every request. */
export async function findSession(db: Db, id: number) {
  const rows = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .leftJoin('user_sites as r', 'r.user_id', 'u.id')
    .select([
      's.generation',
      's.rotated_at',
      's.expires_at',
      'u.id as user_id',
      'u.username',
      'u.role',
      'u.status',
      'u.is_vip',
      'u.vip_until',
      'r.site_id as on_site',
      'r.role as site_role',
    ])
    .where('s.id', '=', id)
    .execute()
  return withSiteRoles(rows)
}

export async function insertSession(
  tx: Tx,
  userId: number,
  address: string,
  expiresAt: number,
): Promise<SessionRow> {
  return tx
    .insertInto('sessions')
    .values({ user_id: userId, address, rotated_at: tx.now, expires_at: expiresAt, created_at: tx.now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function lockSession(tx: Tx, id: number): Promise<SessionRow | undefined> {
  return forUpdate(tx, tx.selectFrom('sessions').selectAll().where('id', '=', id)).executeTakeFirst()
}

export async function saveRotation(tx: Tx, id: number, generation: number, expiresAt: number): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ generation, rotated_at: tx.now, expires_at: expiresAt })
    .where('id', '=', id)
    .execute()
}

export async function removeSession(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('sessions').where('id', '=', id).execute()
}

export async function removeSessionsOfUser(tx: Tx, userId: number, exceptId: number): Promise<void> {
  await tx.deleteFrom('sessions').where('user_id', '=', userId).where('id', '<>', exceptId).execute()
}

export async function removeExpiredSessions(engine: Engine): Promise<void> {
  await deleteInPortions(engine, 'sessions', ['id'], (now) => sql`expires_at < ${now}`)
}
