import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type { ReadHandle, SqlEngine, WriteHandle } from './handles.ts'
import { createLandmarks } from './landmarks.ts'
import { kyselyOver, returnsRows } from './sqlite-dialect.ts'
import { namedSqliteError } from './sqlite-errors.ts'
import { createCommitGroups } from './sqlite-group.ts'
import { readerPragmas, type SqliteDatabase, type SqliteStatement, sqliteModule } from './sqlite-open.ts'
import { startWriterThread, type WriterThread } from './sqlite-thread.ts'
import { createReadTables, createTouched, type Stamps, type TableWatch } from './stamps.ts'

const MOST_KEPT_STATEMENTS = 400

/** SQLite in two connections: reads in this thread, in microseconds; writes in a thread of their own. */
export async function openSqliteEngine<Tables>(path: string, watch: TableWatch): Promise<SqlEngine<Tables>> {
  const thread = await startWriterThread(path)
  const reader = openReader(path)
  const groups = createCommitGroups(thread)
  let statements = 0
  const count = () => {
    statements++
  }
  const reading = readingConnection(reader, count)
  const readHandle = (connection: DatabaseConnection): ReadHandle<Tables> =>
    Object.assign(kyselyOver<Tables>(connection), { engine: 'sqlite' as const })
  const db = readHandle(reading)
  const landmarksAt = createLandmarks(watch)

  async function transact<Result>(work: (tx: WriteHandle<Tables>) => Promise<Result>): Promise<Result> {
    const effects: Array<() => void> = []
    const result = await groups.run(async () => {
      const touched = createTouched(watch)
      const { connection, end } = writingConnection(thread, count, touched.note)
      const tx = Object.assign(kyselyOver<Tables>(connection), {
        engine: 'sqlite' as const,
        now: Date.now(),
        afterCommit: (effect: () => void) => void effects.push(effect),
      })
      try {
        const result = await work(tx)
        const names = touched.names()
        if (names.length > 0) await thread.run(RAISE_STAMPS, [JSON.stringify(names)])
        return result
      } finally {
        end()
      }
    })
    for (const effect of effects) effect()
    return result
  }

  return {
    name: 'sqlite',
    db,
    transact,
    transactAtLength: transact,
    watched: watch.watched,
    changes: { look: stampsReader(reader, watch) },
    watchedReader: (stamps) => {
      const read = createReadTables(watch)
      const noting: DatabaseConnection = {
        executeQuery: (query) => {
          read.note(query.sql)
          return reading.executeQuery(query)
        },
        streamQuery: (query, chunkSize) => {
          read.note(query.sql)
          return reading.streamQuery(query, chunkSize)
        },
      }
      const db = Object.assign(readHandle(noting), { landmarks: landmarksAt(stamps) })
      return { db, tables: read.tables }
    },
    now: async () => Date.now(),
    statementCount: () => statements,
    pool: () => ({ open: 2, idle: 1, waiting: groups.waiting() }),
    close: async () => {
      await thread.close()
      reader.close()
    },
  }
}

const RAISE_STAMPS = `insert into change_stamps (table_name, stamp) select value, 1 from json_each(?) where true
  on conflict (table_name) do update set stamp = stamp + 1`

/** SQLite itself says for next to nothing whether anybody else has written since; only then the stamps are read. */
function stampsReader(reader: SqliteDatabase, watch: TableWatch): () => Stamps {
  let dataVersion: unknown
  let stamps: Stamps = watch.watched.map(() => 0)
  let statements: { version: SqliteStatement; stamps: SqliteStatement } | undefined

  function prepare() {
    const tables = reader.prepare("select name from sqlite_master where type = 'table'").all()
    watch.knowTables((tables as { name: string }[]).map(({ name }) => name))
    return {
      version: reader.prepare('pragma data_version'),
      stamps: reader.prepare('select table_name, stamp from change_stamps'),
    }
  }

  return () => {
    if (watch.watched.length === 0) return stamps
    statements ??= prepare()
    const version = (statements.version.get() as { data_version: number }).data_version
    if (version === dataVersion) return stamps
    const read = watch.stampsFrom(statements.stamps.all() as { table_name: string; stamp: number }[])
    if (read.some((stamp, place) => stamp !== stamps[place])) stamps = read
    dataVersion = version
    return stamps
  }
}

function openReader(path: string): SqliteDatabase {
  const { DatabaseSync } = sqliteModule()
  const reader = new DatabaseSync(path)
  for (const pragma of readerPragmas) reader.exec(pragma)
  return reader
}

function readingConnection(reader: SqliteDatabase, count: () => void): DatabaseConnection {
  const statements = new Map<string, SqliteStatement>()
  function prepared(sql: string): SqliteStatement {
    const known = statements.get(sql)
    if (known) return known
    const statement = reader.prepare(sql)
    if (statements.size >= MOST_KEPT_STATEMENTS) statements.delete(statements.keys().next().value ?? '')
    statements.set(sql, statement)
    return statement
  }
  return {
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      count()
      try {
        return { rows: prepared(query.sql).all(...query.parameters) as Row[] }
      } catch (error) {
        throw renamed(error)
      }
    },
    async *streamQuery<Row>(query: CompiledQuery, chunkSize = 100): AsyncIterableIterator<QueryResult<Row>> {
      count()
      // A statement of its own: one that is being iterated cannot serve another query meanwhile.
      const rows = reader.prepare(query.sql).iterate(...query.parameters)
      let chunk: Row[] = []
      for (const row of rows) {
        chunk.push(row as Row)
        if (chunk.length < chunkSize) continue
        yield { rows: chunk }
        chunk = []
      }
      if (chunk.length > 0) yield { rows: chunk }
    },
  }
}

function writingConnection(thread: WriterThread, count: () => void, note: (text: string) => void) {
  let ended = false
  const connection: DatabaseConnection = {
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      if (ended) throw new Error('this transaction has ended: a query escaped it')
      count()
      note(query.sql)
      const ask = returnsRows(query) ? thread.rows : thread.run
      const answer = await ask(query.sql, query.parameters)
      return {
        rows: (answer?.rows ?? []) as Row[],
        ...(answer?.changes === undefined ? {} : { numAffectedRows: BigInt(answer.changes) }),
        ...(answer?.insertId === undefined ? {} : { insertId: BigInt(answer.insertId) }),
      }
    },
    // biome-ignore lint/correctness/useYield: a transaction reads whole results; streams belong to readers.
    async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
      throw new Error('a transaction does not stream: read through Db')
    },
  }
  return {
    connection,
    end: () => {
      ended = true
    },
  }
}

function renamed(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error))
  return namedSqliteError(error.message)
}
