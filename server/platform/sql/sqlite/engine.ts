import type { CompiledQuery, DatabaseConnection } from 'kysely'
import {
  CHANGES_KEPT_MS,
  CHANGES_REMOVED_EVERY_MS,
  type Change,
  type ChangeTable,
  createChangeTable,
  keysOfChange,
  MAX_LOOK_INTERVAL_MS,
  slotsOfReading,
} from '../changes.ts'
import type { Place, ReadHandle, SqlEngine, WriteHandle } from '../handles.ts'
import { createPageAnchors } from '../page-anchors.ts'
import { createChanges, createReadTables, type StatementReader } from '../statements.ts'
import { openConnection, type SqliteConnection } from './connection.ts'
import { kyselyOver } from './dialect.ts'
import { readerPragmas } from './open.ts'
import { readingConnection } from './reading.ts'
import { createReadingThreads } from './reading-threads.ts'
import { addFunctions } from './sqlite-functions.ts'
import { currentTurn } from './turns.ts'
import { openWriter, type WriterOptions } from './writer.ts'

/** A write takes a few turns of the event loop before its transaction and after it. */
const WRITE_EXPECTED_MS = 100

export interface SqliteOptions extends WriterOptions {
  /** The most threads that may help to read. */
  readonly readingThreads: number
}

/**
 * SQLite with two connections in the main thread, one for reading and one for writing, and more for reading in threads
 * while there is too much to read.
 */
export async function openSqliteEngine<Tables>(
  path: string,
  statementReader: StatementReader,
  options: SqliteOptions,
): Promise<SqlEngine<Tables>> {
  const writer = await openWriter(path, options)
  const reader = openConnection(path, readerPragmas, addFunctions)
  let statements = 0
  const count = () => {
    statements++
  }
  const threads = createReadingThreads(path, {
    maxThreads: options.readingThreads,
    onTrouble: options.onTrouble,
  })
  let writeExpectedUntil = 0
  const isWriting = () => writer.isBusy() || performance.now() < writeExpectedUntil
  const reading = readingConnection(reader, threads, isWriting, count)
  const readHandle = (connection: DatabaseConnection): ReadHandle<Tables> =>
    Object.assign(kyselyOver<Tables>(connection), { engine: 'sqlite' as const })
  const db = readHandle(reading)
  const changes = createChangeTable()
  const pageAnchorsAt = createPageAnchors(statementReader, changes)
  const log = changeLog(reader, statementReader, changes)

  async function transactBy<Result>(
    runWriting: typeof writer.run,
    work: (tx: WriteHandle<Tables>) => Promise<Result>,
    place: Place = {},
  ): Promise<Result> {
    const effects: Array<() => void> = []
    const result = await runWriting(async ({ connection, run }) => {
      const changed = createChanges(statementReader, place.site)
      const counting = (note: (query: CompiledQuery) => void) =>
        kyselyOver<Tables>(
          notingConnection(connection, (query) => {
            count()
            note(query)
          }),
        )
      const tx = Object.assign(counting(changed.note), {
        engine: 'sqlite' as const,
        now: Date.now(),
        slot: 0,
        changing: (known: readonly Change[]) => {
          changed.add(known)
          return counting(() => {})
        },
        afterCommit: (effect: () => void) => void effects.push(effect),
      })
      const result = await work(tx)
      log.write(changed.all(), tx.now, run)
      return result
    })
    for (const effect of effects) effect()
    return result
  }

  return {
    name: 'sqlite',
    db,
    transact: (work, place) => transactBy(writer.run, work, place),
    transactAtLength: (work, place) => transactBy(writer.runAtLength, work, place),
    changes: { look: log.look, last: changes.last, isCurrent: changes.isCurrent },
    watchedReader: (site) => {
      const readAt = changes.last()
      const read = createReadTables(statementReader)
      const noting = readHandle(notingConnection(reading, ({ sql }) => read.note(sql)))
      return {
        db: site === undefined ? noting : Object.assign(noting, { pageAnchors: pageAnchorsAt(site, readAt) }),
        dependencies: (rows) => {
          const tables = read.tables()
          const slots = tables && slotsOfReading(tables, site, rows)
          return slots && { slots, readAt }
        },
      }
    },
    expectWrite() {
      writeExpectedUntil = performance.now() + WRITE_EXPECTED_MS
    },
    now: async () => Date.now(),
    statementCount: () => statements,
    pool: () => ({ open: 2 + threads.count(), idle: 1, waiting: writer.waiting() }),
    close: async () => {
      await threads.close()
      reader.close()
      await writer.close()
    },
  }
}

/** Logs the changes of transactions and reads the changes of others. */
function changeLog(reader: SqliteConnection, { watched, knowTables }: StatementReader, changes: ChangeTable) {
  let dataVersion: number | undefined
  let lastId: number | undefined
  let lookedAt = 0
  let lookedIn = -1
  let removedAt = 0

  function begin(): void {
    const tables = reader.rows<{ name: string }>("select name from sqlite_master where type = 'table'")
    knowTables(tables.map(({ name }) => name))
    lastId = reader.rows<{ id: number }>('select coalesce(max(id), 0) as id from change_log')[0]?.id ?? 0
    changes.applyAll()
  }

  /** SQLite tells cheaply whether anyone has written; only then the log is read. */
  function readNews(): void {
    const [row] = reader.rows<{ data_version: number }>('pragma data_version')
    const late = performance.now() - lookedAt > MAX_LOOK_INTERVAL_MS
    lookedAt = performance.now()
    if (lastId === undefined || late) {
      dataVersion = row?.data_version
      begin()
      return
    }
    if (row?.data_version === dataVersion) return
    const news = reader.rows<{ id: number; changes: string }>(
      'select id, changes from change_log where id > ? order by id',
      [lastId],
    )
    for (const { id, changes: keys } of news) {
      changes.apply(keys.split(' '))
      lastId = id
    }
    dataVersion = row?.data_version
  }

  return {
    /** Once per turn of the event loop: requests that are read from their sockets in one turn were sent before it. */
    look(): void {
      const turn = currentTurn()
      if (watched.length === 0 || turn === lookedIn) return
      readNews()
      lookedIn = turn
    },
    write(
      all: readonly Change[],
      now: number,
      run: (text: string, values: readonly unknown[]) => void,
    ): void {
      if (all.length === 0) return
      const keys = new Set(all.flatMap(keysOfChange))
      run('insert into change_log (txid, created_at, changes) values (0, ?, ?)', [now, [...keys].join(' ')])
      if (now - removedAt < CHANGES_REMOVED_EVERY_MS) return
      removedAt = now
      run(
        `delete from change_log
          where id < (select id from change_log where created_at >= ? order by id limit 1)`,
        [now - CHANGES_KEPT_MS],
      )
    },
  }
}

/** The same connection, with a callback before each statement. */
function notingConnection(
  connection: DatabaseConnection,
  note: (query: CompiledQuery) => void,
): DatabaseConnection {
  return {
    executeQuery: (query) => {
      note(query)
      return connection.executeQuery(query)
    },
    streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
  }
}
