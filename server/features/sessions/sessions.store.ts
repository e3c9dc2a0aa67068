import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Engine, Tx } from '../../database.ts'
import { forUpdate } from '../../platform/sql/lock.ts'
import { deleteInPortions } from '../../platform/sql/portions.ts'
import { CALLER_COLUMNS, withSiteRoles } from '../users/site-roles.rules.ts'
import type { SessionRow } from './sessions.table.ts'

/** The session with its user in one query, because it runs on every request. */
export async function findSession(db: Db, id: number) {
  const rows = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .leftJoin('user_sites as r', 'r.user_id', 'u.id')
    .select([
      's.generation',
      's.rotated_at',
      's.expires_at',
      's.factors',
      's.confirmed_at',
      'u.second_factor_at',
      ...CALLER_COLUMNS,
    ])
    .where('s.id', '=', id)
    .execute()
  return withSiteRoles(rows)
}

export interface NewSession {
  readonly userId: number
  readonly address: string
  readonly expiresAt: number
  readonly device?: string
  /** 2 if a second factor was used. */
  readonly factors?: 1 | 2
}

export async function insertSession(
  tx: Tx,
  { userId, address, expiresAt, device = '', factors = 1 }: NewSession,
): Promise<SessionRow> {
  return tx
    .insertInto('sessions')
    .values({
      id: randomId(),
      user_id: userId,
      address,
      device,
      factors,
      confirmed_at: factors === 2 ? tx.now : null,
      rotated_at: tx.now,
      expires_at: expiresAt,
      created_at: tx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

const MIN_ID = 2 ** 40

/** A safe integer, far above the sequential ids of earlier versions. */
function randomId(): number {
  return MIN_ID + Number(randomBytes(8).readBigUInt64BE() % BigInt(Number.MAX_SAFE_INTEGER - MIN_ID))
}

export async function findSessionsOf(db: Db, userId: number, now: number) {
  return db
    .selectFrom('sessions as s')
    .leftJoin('session_uses as u', 'u.session_id', 's.id')
    .select(['s.id', 's.device', 's.address', 's.created_at', 's.rotated_at', 'u.last_seen_at'])
    .where('s.user_id', '=', userId)
    .where('s.expires_at', '>', now)
    .orderBy('s.created_at', 'desc')
    .orderBy('s.id')
    .limit(MAX_SHOWN)
    .execute()
}
export type ShownSession = Awaited<ReturnType<typeof findSessionsOf>>[number]

const MAX_SHOWN = 1000

/** Returns the user of the session; undefined if it has ended. */
export async function saveUse(tx: Tx, sessionId: number): Promise<number | undefined> {
  const alive = await tx
    .selectFrom('sessions')
    .select('user_id')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  if (!alive) return undefined
  await tx
    .insertInto('session_uses')
    .values({ session_id: sessionId, last_seen_at: tx.now })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet({ last_seen_at: tx.now }))
    .execute()
  return alive.user_id
}

export async function saveConfirmation(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('sessions').set({ confirmed_at: tx.now }).where('id', '=', id).execute()
}

/** Unless the user still has a second factor. */
export async function lowerFactorsOf(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ factors: 1 })
    .where('user_id', '=', userId)
    .where('factors', '>', 1)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('passkeys as p').select('p.id').where('p.user_id', '=', userId))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('users as u')
            .select('u.id')
            .where('u.id', '=', userId)
            .where('u.second_factor_at', 'is not', null),
        ),
      ),
    )
    .execute()
}

/** Whether the user has logged in from this device before, and from any. Records it. */
export async function noteDevice(
  tx: Tx,
  userId: number,
  deviceKey: string,
): Promise<{ known: boolean; first: boolean }> {
  const before = await tx
    .selectFrom('known_devices')
    .select('device_key')
    .where('user_id', '=', userId)
    .execute()
  await tx
    .insertInto('known_devices')
    .values({ user_id: userId, device_key: deviceKey, last_seen_at: tx.now })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'device_key']).doUpdateSet({ last_seen_at: tx.now }),
    )
    .execute()
  return { known: before.some((row) => row.device_key === deviceKey), first: before.length === 0 }
}

export async function removeOldDevices(tx: Tx, before: number): Promise<void> {
  await tx.deleteFrom('known_devices').where('last_seen_at', '<', before).execute()
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

/**
 * False if the user has no such session. Guesses at ids are not counted: the user is part of the condition, so even the
 * right id of another person's session ends nothing and looks like an unknown one.
 */
export async function removeSessionOf(tx: Tx, userId: number, id: number): Promise<boolean> {
  const row = await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function removeEverySession(tx: Tx): Promise<void> {
  if (!(await tx.selectFrom('sessions').select('id').limit(1).executeTakeFirst())) return
  await tx.deleteFrom('sessions').execute()
}

export async function removeSessionsOfUser(tx: Tx, userId: number, exceptId: number): Promise<void> {
  await tx.deleteFrom('sessions').where('user_id', '=', userId).where('id', '<>', exceptId).execute()
}

export async function removeExpiredSessions(engine: Engine): Promise<void> {
  await deleteInPortions(engine, 'sessions', ['id'], (now) => sql`expires_at < ${now}`)
}

export async function removeDevicesOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('known_devices').where('user_id', '=', userId).execute()
}
