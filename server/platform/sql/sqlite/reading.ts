import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { MAX_KEPT_STATEMENTS, type SqliteConnection } from './connection.ts'
import type { ReadingThreads } from './reading-threads.ts'
import type { SqliteThread } from './thread.ts'
import { createPace } from './turns.ts'

/**
 * The limit for reads in one turn of the event loop. A transaction takes several turns, and many uncached reads would
 * make each of them long; they get less while one is open or waiting.
 */
const MAX_READING_MS = 5
const MAX_READING_MS_BESIDE_WRITES = 1
/** After this, slow reads of the same turn go to the threads, if there are any. A single reader is faster without them. */
const ALONE_MS = 0.5
/** A faster statement costs less than the messages to a thread and back. */
const SLOW_MS = 0.15
/** Nothing else would run during a longer statement, so it always runs in a thread, if there can be one. */
const LONG_MS = 10
/** The weight of a new duration in the average of a statement. */
const WEIGHT = 0.2
/** A thread is started when this many reads wait for the next turn. */
const MANY_WAITING = 8

/** Reads in the main thread, and in threads if one turn of the event loop has more to read than it should. */
export function readingConnection(
  reader: SqliteConnection,
  threads: ReadingThreads,
  isWriting: () => boolean,
  count: () => void,
): DatabaseConnection {
  const maxMs = () => (isWriting() ? MAX_READING_MS_BESIDE_WRITES : MAX_READING_MS)
  const pace = createPace(maxMs)
  const averageMs = new Map<string, number>()
  let waiting = 0

  async function rest(): Promise<void> {
    if (++waiting >= MANY_WAITING) threads.startAnother()
    await pace.rest()
    waiting--
  }

  function readHere<Row>({ sql, parameters }: CompiledQuery): Row[] {
    const begun = performance.now()
    const rows = reader.rows<Row>(sql, parameters)
    note(sql, performance.now() - begun)
    return rows
  }

  function note(sql: string, ms: number): void {
    const known = averageMs.get(sql)
    if (known === undefined && averageMs.size >= MAX_KEPT_STATEMENTS) averageMs.clear()
    averageMs.set(sql, known === undefined ? ms : known + (ms - known) * WEIGHT)
  }

  const isSlow = ({ sql }: CompiledQuery) => (averageMs.get(sql) ?? 0) > SLOW_MS
  const isLong = ({ sql }: CompiledQuery) => (averageMs.get(sql) ?? 0) > LONG_MS

  /** Undefined if the thread died, but not the read. */
  async function readIn<Row>(thread: SqliteThread, query: CompiledQuery): Promise<Row[] | undefined> {
    try {
      const { rows, ms } = await thread.read<Row>(query.sql, query.parameters)
      // Others run here from time to time, where they take less time.
      if (isLong(query)) note(query.sql, ms)
      // Many replies can arrive in one turn, and the work with their rows is part of it.
      while (pace.isDue()) await pace.rest()
      return rows
    } catch (error) {
      if (thread.hasEnded()) return undefined
      throw error
    }
  }

  /** Undefined if it is to run here. Decided at once: other reads of this turn count what is sent. */
  function readElsewhere<Row>(query: CompiledQuery): Promise<Row[] | undefined> | undefined {
    if (isLong(query)) return threads.withLong((thread) => readIn<Row>(thread, query))
    const thread = pace.spentMs() > ALONE_MS && isSlow(query) ? threads.free() : undefined
    return thread && readIn<Row>(thread, query)
  }

  return {
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      count()
      for (;;) {
        const reading = readElsewhere<Row>(query)
        const rows = reading && (await reading)
        if (rows) return { rows }
        if (!pace.isDue()) return { rows: readHere<Row>(query) }
        await rest()
      }
    },
    // biome-ignore lint/correctness/useYield: results are read whole or in pages by key.
    async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
      throw new Error('results are not streamed: read them in pages by key')
    },
  }
}
