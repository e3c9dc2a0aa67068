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

/** The row of a deleted user is replaced. */
export async function saveIdentity(tx: Tx, issuer: string, subject: string, userId: number): Promise<void> {
  await tx
    .insertInto('user_identities')
    .values({ issuer, subject, user_id: userId, created_at: tx.now })
    .onConflict((conflict) =>
      conflict.columns(['issuer', 'subject']).doUpdateSet({ user_id: userId, created_at: tx.now }),
    )
    .execute()
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
