import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db, Engine, Tx } from '../../database.ts'
import { invalid, Problem } from '../../platform/core/problem.ts'
import { ConstraintViolated } from '../../platform/sql/handles.ts'
import { deleteInPortions } from '../../platform/sql/portions.ts'
import type { PasskeyRow, PasskeyTable } from './passkeys.table.ts'

export async function findPasskeys(db: Db, userId: number): Promise<PasskeyRow[]> {
  return db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id').execute()
}

/** With its user, who must still exist. */
export async function findPasskeyByCredential(db: Db, credentialId: string): Promise<PasskeyRow | undefined> {
  return db
    .selectFrom('passkeys as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .selectAll('p')
    .where('p.credential_id', '=', credentialId)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()
}

export async function insertPasskey(
  tx: Tx,
  passkey: Omit<Insertable<PasskeyTable>, 'created_at' | 'last_used_at'>,
): Promise<PasskeyRow> {
  try {
    return await tx
      .insertInto('passkeys')
      .values({ ...passkey, created_at: tx.now, last_used_at: null })
      .returningAll()
      .executeTakeFirstOrThrow()
  } catch (error) {
    if (error instanceof ConstraintViolated && error.constraint === 'passkeys_credential_id_unique')
      throw invalid('id', 'taken')
    throw error
  }
}

export async function savePasskey(
  tx: Tx,
  userId: number,
  id: number,
  changes: Updateable<PasskeyTable>,
): Promise<PasskeyRow> {
  const row = await tx
    .updateTable('passkeys')
    .set(changes)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new Problem('passkey-not-found')
  return row
}

export async function removePasskey(tx: Tx, userId: number, id: number): Promise<PasskeyRow> {
  const row = await tx
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new Problem('passkey-not-found')
  return row
}

/** True if the challenge is used for the first time. */
export async function useChallenge(tx: Tx, keyHash: string, expiresAt: number): Promise<boolean> {
  const used = await tx
    .insertInto('sign_in_challenges')
    .values({ key_hash: keyHash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('key_hash').doNothing())
    .returning('key_hash')
    .executeTakeFirst()
  return used !== undefined
}

export async function removeOldChallenges(engine: Engine): Promise<void> {
  await deleteInPortions(engine, 'sign_in_challenges', ['key_hash'], (now) => sql`expires_at < ${now}`)
}

export async function removeAllOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute()
}
