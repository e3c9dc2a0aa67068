import { type QueryExecutorProvider, sql } from 'kysely'

/** Runs a part of a transaction that may fail by itself: its changes are undone, those before it stay. */
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
