import { type DatabaseConnection, type Dialect, type Driver, Kysely } from 'kysely'

/** A Kysely whose queries all go to one connection; transactions are begun and ended by the engine, not by Kysely. */
export function kyselyOn<Tables>(
  connection: DatabaseConnection,
  dialect: Omit<Dialect, 'createDriver'>,
): Kysely<Tables> {
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: refuseNested,
    commitTransaction: refuseNested,
    rollbackTransaction: refuseNested,
    destroy: async () => {},
  }
  return new Kysely<Tables>({ dialect: { ...dialect, createDriver: () => driver } })
}

async function refuseNested(): Promise<never> {
  throw new Error('transactions are opened by the engine: use transact()')
}
