import { type CompiledQuery, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { kyselyFor } from '../kysely-on.ts'

export const kyselyOver = kyselyFor({
  createAdapter: () => new SqliteAdapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
})

export function returnsRows(query: CompiledQuery): boolean {
  const node = query.query
  if (node.kind === 'SelectQueryNode') return true
  if ('returning' in node && node.returning) return true
  return node.kind === 'RawNode' && /^\s*(select|with|pragma|explain)|\breturning\b/i.test(query.sql)
}
