import { type QueryExecutorProvider, sql } from 'kysely'

/** Runs a part of a transaction that may fail: its changes are undone, earlier ones are kept. */
export async function attempt<Result>(
  tx: QueryExecutorProvider,
  work: () => Promise<Result>,
): Promise<Result> {
  await sql`savepoint part`.execute(tx)
  try {
    const result = await work()
    await sql`release savepoint part`.execute(tx)
    return result
  } catch (error) {
    await sql`rollback to savepoint part`.execute(tx)
    await sql`release savepoint part`.execute(tx)
    throw error
  }
}
