import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type { ReadHandle, SqlEngine, WriteHandle } from './handles.ts'
import { createLandmarks } from './landmarks.ts'
import { openConnection, type SqliteConnection } from './sqlite-connection.ts'
import { kyselyOver } from './sqlite-dialect.ts'
import { readerPragmas } from './sqlite-open.ts'
import { openWriter, type WriterOptions } from './sqlite-writer.ts'
import { createReadTables, createTouched, type Stamps, type TableWatch } from './stamps.ts'

/** SQLite in two connections of the main thread, one that reads and one that writes. */
export async function openSqliteEngine<Tables>(
  path: string,
  watch: TableWatch,
  options: WriterOptions,
): Promise<SqlEngine<Tables>> {
  const writer = openWriter(path, options)
  const reader = openConnection(path, readerPragmas)
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
    const result = await writer.run(async ({ connection, run }) => {
      const touched = createTouched(watch)
      const noting = notingConnection(connection, (text) => {
        count()
        touched.note(text)
      })
      const tx = Object.assign(kyselyOver<Tables>(noting), {
        engine: 'sqlite' as const,
        now: Date.now(),
        afterCommit: (effect: () => void) => void effects.push(effect),
      })
      const result = await work(tx)
      const names = touched.names()
      if (names.length > 0) run(RAISE_STAMPS, [JSON.stringify(names)])
      return result
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
      const noting = notingConnection(reading, read.note)
      const db = Object.assign(readHandle(noting), { landmarks: landmarksAt(stamps) })
      return { db, tables: read.tables }
    },
    now: async () => Date.now(),
    statementCount: () => statements,
    pool: () => ({ open: 2, idle: 1, waiting: writer.waiting() }),
    close: async () => {
      reader.close()
      await writer.close()
    },
  }
}

const RAISE_STAMPS = `insert into change_stamps (table_name, stamp) select value, 1 from json_each(?) where true
  on conflict (table_name) do update set stamp = stamp + 1`

/** SQLite itself says for next to nothing whether anybody else has written since; only then the stamps are read. */
function stampsReader(reader: SqliteConnection, watch: TableWatch): () => Stamps {
  let dataVersion: unknown
  let stamps: Stamps = watch.watched.map(() => 0)
  let knowsTables = false

  function learnTables(): void {
    const tables = reader.rows<{ name: string }>("select name from sqlite_master where type = 'table'")
    watch.knowTables(tables.map(({ name }) => name))
    knowsTables = true
  }

  return () => {
    if (watch.watched.length === 0) return stamps
    if (!knowsTables) learnTables()
    const [row] = reader.rows<{ data_version: number }>('pragma data_version')
    const version = row?.data_version
    if (version === dataVersion) return stamps
    const read = watch.stampsFrom(reader.rows('select table_name, stamp from change_stamps'))
    if (read.some((stamp, place) => stamp !== stamps[place])) stamps = read
    dataVersion = version
    return stamps
  }
}

function readingConnection(reader: SqliteConnection, count: () => void): DatabaseConnection {
  return {
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      count()
      return { rows: reader.rows<Row>(query.sql, query.parameters) }
    },
    // biome-ignore lint/correctness/useYield: results are read whole or in pages by key.
    async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
      throw new Error('results are not streamed: read them in pages by key')
    },
  }
}

/** The same connection, told of the text of each statement before it runs. */
function notingConnection(connection: DatabaseConnection, note: (text: string) => void): DatabaseConnection {
  return {
    executeQuery: (query) => {
      note(query.sql)
      return connection.executeQuery(query)
    },
    streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
  }
}
