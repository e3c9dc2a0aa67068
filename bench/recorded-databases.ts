import type { Db, Tables } from '../server/database.ts'
import { createCachedCounts } from '../server/platform/sql/cached-counts.ts'
import { kyselyOf } from '../server/platform/sql/postgres/drivers.ts'
import { createPool, runQuery } from '../server/platform/sql/postgres/pools.ts'
import { kyselyOver } from '../server/platform/sql/sqlite/dialect.ts'
import { readerPragmas, sqliteModule } from '../server/platform/sql/sqlite/open.ts'
import { addFunctions } from '../server/platform/sql/sqlite/sqlite-functions.ts'

/** One statement that a query of the service ran. */
export interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
  readonly ms: number
}

/** A database that records its statements and their plans. */
interface RecordedDatabase {
  readonly db: Db
  planOf(statement: Statement): Promise<string[]>
  /** Rebuilds the search entry of an article, where cached counts depend on it. */
  changeEntry?(articleId: number): Promise<unknown>
  close(): Promise<void>
}

type Record = (statement: Statement) => void
type Run = (sql: string, parameters: readonly unknown[]) => unknown[] | Promise<unknown[]>

export async function openSqlite(path: string, record: Record): Promise<RecordedDatabase> {
  const { DatabaseSync } = sqliteModule()
  const database = new DatabaseSync(path)
  for (const pragma of readerPragmas) database.exec(pragma)
  addFunctions(database)
  const statements = new Map<string, ReturnType<typeof database.prepare>>()
  const connection = recording(record, (sql, parameters) => {
    const statement = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, statement)
    return statement.all(...parameters)
  })
  return {
    db: Object.assign(kyselyOver<Tables>(connection), { engine: 'sqlite' as const }),
    planOf: async ({ sql, parameters }) => {
      const rows = database.prepare(`explain query plan ${sql}`).all(...parameters) as { detail: string }[]
      return rows.map(({ detail }) => detail)
    },
    close: async () => database.close(),
  }
}

/** On one connection, with prepared statements, like the service. */
export async function openPostgres(url: string, record: Record): Promise<RecordedDatabase> {
  const onLost = (error: Error) => {
    throw error
  }
  const pool = createPool({ url, max: 1, connectTimeoutMs: 5_000, queryTimeoutMs: 0, onLost })
  const client = await pool.connect()
  const run: Run = async (sql, parameters) =>
    (await runQuery(client, { sql, parameters } as Parameters<typeof runQuery>[1])).rows
  return {
    db: Object.assign(kyselyOf<Tables>(recording(record, run)), {
      engine: 'postgres' as const,
      counts: createCachedCounts(),
    }),
    planOf: async ({ sql, parameters }) => {
      const { rows } = await client.query(`explain ${sql}`, [...parameters])
      return rows.map((row) => String(row['QUERY PLAN']).trim())
    },
    changeEntry: (articleId) =>
      client.query('update article_search set words = words where article_id = $1', [articleId]),
    close: async () => {
      client.release()
      await pool.end()
    },
  }
}

function recording(record: Record, run: Run) {
  return {
    async executeQuery<Row>({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) {
      const begun = performance.now()
      const rows = (await run(sql, parameters)) as Row[]
      record({ sql, parameters, ms: performance.now() - begun })
      return { rows }
    },
    // biome-ignore lint/correctness/useYield: nothing here streams.
    async *streamQuery(): AsyncIterableIterator<never> {
      throw new Error('nothing here streams')
    },
  }
}
