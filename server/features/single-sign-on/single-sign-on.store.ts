import type { Db, Tx } from '../../database.ts'

/** The user linked to this provider account. */
export async function findIdentity(db: Db, issuer: string, subject: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('user_identities as i')
    .innerJoin('users as u', 'u.id', 'i.user_id')
    .select('i.user_id')
    .where('i.issuer', '=', issuer)
    .where('i.subject', '=', subject)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.user_id
}

/** The row of a deleted user is replaced. False if another user has it, perhaps since a moment ago. */
export async function saveIdentity(
  tx: Tx,
  issuer: string,
  subject: string,
  userId: number,
): Promise<boolean> {
  const deleted = tx.selectFrom('users').select('id').where('deleted_at', 'is not', null)
  const saved = await tx
    .insertInto('user_identities')
    .values({ issuer, subject, user_id: userId, created_at: tx.now })
    .onConflict((conflict) =>
      conflict
        .columns(['issuer', 'subject'])
        .doUpdateSet({ user_id: userId, created_at: tx.now })
        .where('user_identities.user_id', 'in', deleted),
    )
    .returning('user_id')
    .executeTakeFirst()
  return saved !== undefined
}

export async function removeIdentitiesOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('user_identities').where('user_id', '=', userId).execute()
}

export async function hasIdentity(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('user_identities')
    .select('user_id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export function findIdentitiesOf(db: Db, userId: number) {
  return db
    .selectFrom('user_identities')
    .select(['issuer', 'subject', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
}
