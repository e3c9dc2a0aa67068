import { type CompiledQuery, type DatabaseConnection, type Dialect, type Driver, Kysely } from 'kysely'

/** Runs a statement that is compiled already, without Kysely's own way to the connection. */
export interface Runs {
  run<Row>(query: CompiledQuery<Row>): Promise<readonly Row[]>
}

/** A Kysely whose queries all go to one connection; transactions are begun and ended by the engine, not by Kysely. */
export function kyselyOn<Tables>(
  connection: DatabaseConnection,
  dialect: Omit<Dialect, 'createDriver'>,
): Kysely<Tables> & Runs {
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: refuseNested,
    commitTransaction: refuseNested,
    rollbackTransaction: refuseNested,
    destroy: async () => {},
  }
  return Object.assign(new Kysely<Tables>({ dialect: { ...dialect, createDriver: () => driver } }), {
    run: async <Row>(query: CompiledQuery<Row>) => (await connection.executeQuery<Row>(query)).rows,
  })
}

async function refuseNested(): Promise<never> {
  throw new Error('transactions are opened by the engine: use transact()')
}
