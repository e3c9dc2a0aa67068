import type { CompiledQuery, QueryResult } from 'kysely'
import { returnsRows } from './dialect.ts'
import { namedSqliteError } from './errors.ts'
import { parameters, type SqliteDatabase, type SqliteStatement, sqliteModule } from './open.ts'

export const MAX_KEPT_STATEMENTS = 400

export type SqliteConnection = ReturnType<typeof openConnection>

/** A connection in this thread. Its statements are cached as prepared statements, and calls are synchronous. */
export function openConnection(
  path: string,
  pragmas: readonly string[],
  prepare: (database: SqliteDatabase) => void = () => {},
) {
  const { DatabaseSync } = sqliteModule()
  const database: SqliteDatabase = new DatabaseSync(path)
  for (const pragma of pragmas) database.exec(pragma)
  prepare(database)
  const statements = new Map<string, SqliteStatement>()

  function prepared(text: string, hasRows = true): SqliteStatement {
    const known = statements.get(text)
    if (known) return known
    const statement = database.prepare(compiledOnce(text))
    // It reports the last rowid, which inside FTS5 may be too large for a number. Node 26 would throw after the statement.
    if (!hasRows) statement.setReadBigInts(true)
    if (statements.size >= MAX_KEPT_STATEMENTS) statements.delete(statements.keys().next().value ?? '')
    statements.set(text, statement)
    return statement
  }

  return {
    exec(text: string): void {
      try {
        database.exec(text)
      } catch (error) {
        throw renamed(error)
      }
    },
    /** A prepared statement without parameters and rows. */
    run(text: string): void {
      try {
        prepared(text, false).run()
      } catch (error) {
        throw renamed(error)
      }
    },
    rows<Row>(text: string, values: readonly unknown[] = []): Row[] {
      try {
        return prepared(text).all(...parameters(values)) as Row[]
      } catch (error) {
        throw renamed(error)
      }
    },
    query<Row>(query: CompiledQuery): QueryResult<Row> {
      try {
        const values = parameters(query.parameters)
        if (returnsRows(query)) return { rows: prepared(query.sql).all(...values) as Row[] }
        const { changes, lastInsertRowid } = prepared(query.sql, false).run(...values)
        return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
      } catch (error) {
        throw renamed(error)
      }
    },
    close(): void {
      statements.clear()
      database.close()
    },
  }
}

/**
 * SQLite looks at the value of a parameter after `limit` or `offset` when it compiles a statement, and compiles it again
 * whenever a value is bound, which takes longer than running it. It does not look into a sum.
 */
export function compiledOnce(text: string): string {
  return text.replace(/\b(limit|offset) \?/gi, '$1 ? + 0')
}

function renamed(error: unknown): Error {
  return namedSqliteError(error instanceof Error ? error.message : String(error))
}
