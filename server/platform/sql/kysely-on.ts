import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  type Driver,
  Kysely,
} from 'kysely'

/** Runs a statement that is compiled already, without Kysely's own way to the connection. */
export interface Runs {
  run<Row>(query: CompiledQuery<Row>): Promise<readonly Row[]>
}

/**
 * Makes Kyselys whose queries all go to one connection, and straight to it: one is made for each transaction and each
 * request that reads. Transactions are begun and ended by the engine, not by Kysely.
 */
export function kyselyFor(dialect: Omit<Dialect, 'createDriver'>) {
  const compiler = dialect.createQueryCompiler()
  const adapter = dialect.createAdapter()
  const withDriver: Dialect = { ...dialect, createDriver: () => driver }
  return <Tables>(connection: DatabaseConnection): Kysely<Tables> & Runs => {
    const executor = new DefaultQueryExecutor(compiler, adapter, {
      provideConnection: (use) => use(connection),
    })
    // There are no plugins that would change a result.
    executor.executeQuery = (query) => connection.executeQuery(query)
    const props = { config: { dialect: withDriver }, dialect: withDriver, driver, executor }
    return Object.assign(new Kysely<Tables>(props), {
      run: async <Row>(query: CompiledQuery<Row>) => (await connection.executeQuery<Row>(query)).rows,
    })
  }
}

/** Nothing of it is used but that it is there: the executor has the connection. */
const driver: Driver = {
  init: async () => {},
  acquireConnection: refuse,
  releaseConnection: async () => {},
  beginTransaction: refuse,
  commitTransaction: refuse,
  rollbackTransaction: refuse,
  destroy: async () => {},
}

async function refuse(): Promise<never> {
  throw new Error('transactions are opened by the engine: use transact()')
}
