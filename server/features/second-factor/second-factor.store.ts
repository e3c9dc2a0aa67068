import type { Db, Tx } from '../../database.ts'
import type { SecondFactorRow } from './second-factor.table.ts'

export async function findFactor(db: Db, userId: number): Promise<SecondFactorRow | undefined> {
  return db.selectFrom('second_factors').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

export async function saveFactor(tx: Tx, userId: number, secret: string): Promise<void> {
  await tx
    .insertInto('second_factors')
    .values({ user_id: userId, secret, created_at: tx.now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ secret, created_at: tx.now }))
    .execute()
}

export async function listFactors(db: Db): Promise<SecondFactorRow[]> {
  return db.selectFrom('second_factors').selectAll().orderBy('user_id').execute()
}

export async function replaceSecret(tx: Tx, userId: number, secret: string): Promise<void> {
  await tx.updateTable('second_factors').set({ secret }).where('user_id', '=', userId).execute()
}

/** Returns the number of users who had some. */
export async function deleteAllRecoveryCodes(tx: Tx): Promise<number> {
  const deleted = await tx.deleteFrom('recovery_codes').returning('user_id').execute()
  return new Set(deleted.map(({ user_id }) => user_id)).size
}

export async function removeFactor(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('second_factors').where('user_id', '=', userId).execute()
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx.deleteFrom('used_codes').where('user_id', '=', userId).execute()
}

/** False if the code of this step was already used. Only one of two simultaneous requests succeeds. */
export async function consumeStep(tx: Tx, userId: number, step: number): Promise<boolean> {
  const taken = await tx
    .insertInto('used_codes')
    .values({ user_id: userId, step })
    .onConflict((conflict) => conflict.columns(['user_id', 'step']).doNothing())
    .returning('step')
    .executeTakeFirst()
  return taken !== undefined
}

/** Expired steps. */
export async function deleteSteps(tx: Tx, userId: number, before: number): Promise<void> {
  await tx.deleteFrom('used_codes').where('user_id', '=', userId).where('step', '<', before).execute()
}

export async function insertRecoveryCodes(tx: Tx, userId: number, hashes: readonly string[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute()
}

export async function consumeRecoveryCode(tx: Tx, userId: number, hash: string): Promise<boolean> {
  const taken = await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .returning('code_hash')
    .executeTakeFirst()
  return taken !== undefined
}

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const { total } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return total
}
