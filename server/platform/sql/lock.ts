import type { SelectQueryBuilder } from 'kysely'
import type { EngineName } from './handles.ts'

/** Locks the rows until the transaction ends. SQLite has one writer at a time, so there they are locked already. */
export function forUpdate<DB, TB extends keyof DB, O>(
  { engine }: { engine: EngineName },
  query: SelectQueryBuilder<DB, TB, O>,
): SelectQueryBuilder<DB, TB, O> {
  return engine === 'postgres' ? query.forUpdate() : query
}
