import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { DatabaseUnavailable } from '../handles.ts'
import type { SqliteConnection } from './connection.ts'
import { returnsRows } from './dialect.ts'
import type { Pace } from './turns.ts'

/** The operations on the connection inside one transaction. */
export interface WriteConnection {
  readonly connection: DatabaseConnection
  /** An internal statement. */
  run(text: string, values: readonly unknown[]): void
}

/**
 * A statement that runs before the commit, or before another statement on its table if that comes first. FTS5 writes to
 * disk at each savepoint, which costs more than the statement: this way it writes once for all transactions of a commit.
 */
export interface LateQuery extends CompiledQuery {
  /** The table. Other statements that contain this name run after it. */
  readonly late: string
}

/** After this many, late statements are run at once, so that a long transaction does not collect its whole text. */
const MAX_LATE = 100

/** One transaction on the write connection. */
export function createTransaction(database: SqliteConnection, pace: Pace, lateBefore: readonly LateQuery[]) {
  let ended = false
  let late = lateBefore
  let writes = 0
  /** SQLite has rolled back the transaction: later statements would be committed separately. */
  let undone: Error | undefined

  /** Runs the late statements that must come before this one, and drops those that it undoes. */
  function settleLate(text: string): void {
    if (late.length === 0) return
    if (text.startsWith('savepoint') || late.some(({ late: table }) => text.includes(table))) {
      for (const earlier of late) database.query(earlier)
      late = []
    }
    // Those that came after the savepoint are undone with it.
    if (text.startsWith('rollback to')) late = []
  }

  function perform<Row>(query: CompiledQuery): QueryResult<Row> {
    if (ended) throw new Error('this transaction has ended: a query was sent after its end')
    if (undone) throw undone
    if (!isReading(query)) writes++
    try {
      if (isLate(query) && late.length < MAX_LATE) {
        late = [...late, query]
        return { rows: [] }
      }
      settleLate(query.sql)
      return database.query<Row>(query)
    } catch (error) {
      if (error instanceof DatabaseUnavailable) undone = error
      throw error
    }
  }

  const connection: DatabaseConnection = {
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      if (pace.isDue()) await pace.rest()
      return perform(query)
    },
    // biome-ignore lint/correctness/useYield: results are read whole or in pages by key.
    async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
      throw new Error('results are not streamed: read them in pages by key')
    },
  }
  return {
    connection,
    run(text: string, values: readonly unknown[]): void {
      writes++
      database.rows(text, values)
    },
    writes: () => writes,
    /** Those that have not been run, including those of earlier transactions. */
    late: () => late,
    isUndone: () => undone !== undefined,
    requireKept(): void {
      if (undone) throw undone
    },
    end(): void {
      ended = true
    },
  }
}

function isLate(query: CompiledQuery): query is LateQuery {
  return 'late' in query
}

function isReading(query: CompiledQuery): boolean {
  return (
    query.query.kind === 'SelectQueryNode' || (returnsRows(query) && /^\s*(select|pragma)/i.test(query.sql))
  )
}
