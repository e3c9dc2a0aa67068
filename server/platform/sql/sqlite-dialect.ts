import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'

/** A Kysely whose queries all go to one connection; transactions are begun and ended by the engine, not by Kysely. */
export function kyselyOver<Tables>(connection: DatabaseConnection): Kysely<Tables> {
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: refuseNested,
    commitTransaction: refuseNested,
    rollbackTransaction: refuseNested,
    destroy: async () => {},
  }
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
}

async function refuseNested(): Promise<never> {
  throw new Error('transactions are opened by the engine: use transact()')
}

export function returnsRows(query: CompiledQuery): boolean {
  const node = query.query
  if (node.kind === 'SelectQueryNode') return true
  if ('returning' in node && node.returning) return true
  return node.kind === 'RawNode' && /^\s*(select|with|pragma|explain)|\breturning\b/i.test(query.sql)
}
