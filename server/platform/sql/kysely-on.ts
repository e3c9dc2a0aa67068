import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  type Driver,
  Kysely,
} from 'kysely'

/** Runs a compiled statement without Kysely's own connection handling. */
export interface QueryRunner {
  run<Row>(query: CompiledQuery<Row>): Promise<readonly Row[]>
}

/**
 * Creates Kysely instances whose queries go directly to one connection: one per transaction and per reading request.
 * The engine begins and ends transactions, not Kysely.
 */
export function kyselyFor(dialect: Omit<Dialect, 'createDriver'>) {
  const compiler = dialect.createQueryCompiler()
  const adapter = dialect.createAdapter()
  const withDriver: Dialect = { ...dialect, createDriver: () => driver }
  return <Tables>(connection: DatabaseConnection): Kysely<Tables> & QueryRunner => {
    const executor = new DefaultQueryExecutor(compiler, adapter, {
      provideConnection: (use) => use(connection),
    })
    // No plugins change a result.
    executor.executeQuery = (query) => connection.executeQuery(query)
    const props = { config: { dialect: withDriver }, dialect: withDriver, driver, executor }
    return Object.assign(new Kysely<Tables>(props), {
      run: async <Row>(query: CompiledQuery<Row>) => (await connection.executeQuery<Row>(query)).rows,
    })
  }
}

/** Only a placeholder: the executor has the connection. */
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
