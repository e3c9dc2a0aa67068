import { Worker } from 'node:worker_threads'
import { DatabaseUnavailable } from '../handles.ts'
import { compiledOnce, MAX_KEPT_STATEMENTS } from './connection.ts'
import { namedSqliteError } from './errors.ts'
import { parameters, sqliteModuleName } from './open.ts'
import { createFlags, dropFlags, endStatements, flagNames } from './running-statement.ts'

/** The texts of a statement are garbage when it ends. Without a limit V8 would let 48 MB of them pile up. */
const MAX_YOUNG_MB = 6

interface Reply {
  id?: number
  ready?: true
  rows?: unknown[]
  ms?: number
  error?: string
}

interface Read<Row> {
  readonly rows: Row[]
  /** How long it ran, without waiting for its turn. */
  readonly ms: number
}

interface Pending {
  resolve(read: Read<unknown>): void
  reject(error: Error): void
}

export interface SqliteThread {
  /** Runs one statement. Calls return in order. */
  read<Row>(sql: string, values?: readonly unknown[]): Promise<Read<Row>>
  rows<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>
  /** The number of statements that have not returned yet. */
  waiting(): number
  hasEnded(): boolean
  /** Closes the connection and ends the thread. */
  close(): Promise<void>
  /** Ends the thread after the statement that is running, like a crash: the others do not return. */
  terminate(): Promise<void>
  /** Resolves when the thread has ended for any reason. */
  readonly ended: Promise<Error>
}

/**
 * Opens a connection in a separate thread, so that slow statements do not block the main thread. `functions` is a module
 * with functions for its statements.
 */
export async function startSqliteThread(
  path: string,
  pragmas: readonly string[],
  functions?: URL,
): Promise<SqliteThread> {
  const flags = createFlags()
  const worker = new Worker(new URL('./sqlite-worker.mjs', import.meta.url), {
    resourceLimits: { maxYoungGenerationSizeMb: MAX_YOUNG_MB },
    workerData: {
      path,
      moduleName: sqliteModuleName,
      pragmas,
      functions: functions?.href,
      maxKeptStatements: MAX_KEPT_STATEMENTS,
      flags: flags.buffer,
      flagNames,
    },
  })
  const pending = new Map<number, Pending>()
  let outbox: { id: number; sql: string | undefined; values: readonly unknown[] }[] = []
  let lastId = 0
  let stopped: Error | undefined
  let tellEnd: (error: Error) => void = () => {}
  const ended = new Promise<Error>((resolve) => {
    tellEnd = resolve
  })

  function stop(error: Error): void {
    stopped ??= error
    dropFlags(flags)
    for (const call of pending.values()) call.reject(stopped)
    pending.clear()
    tellEnd(stopped)
  }

  const ready = new Promise<void>((resolve, reject) => {
    worker.on('message', (reply: Reply) => {
      if (reply.ready) return resolve()
      const call = pending.get(reply.id ?? 0)
      if (!call) return
      pending.delete(reply.id ?? 0)
      if (reply.error !== undefined) call.reject(namedSqliteError(reply.error))
      else call.resolve({ rows: reply.rows ?? [], ms: reply.ms ?? 0 })
    })
    worker.on('error', (error: Error) => {
      reject(error)
      stop(new DatabaseUnavailable(`a thread of SQLite failed: ${error.message}`, { cause: error }))
    })
    worker.on('exit', () => stop(new DatabaseUnavailable('a thread of SQLite has ended')))
  })
  await ready

  function call(sql: string | undefined, values: readonly unknown[] = []): Promise<Read<unknown>> {
    if (stopped) return Promise.reject(stopped)
    const id = ++lastId
    return new Promise((resolve, reject) => {
      pending.set(id, { resolve, reject })
      if (outbox.length === 0) setImmediate(send)
      outbox.push({ id, sql, values: parameters(values) })
    })
  }

  /** One message for all statements of a turn of the event loop, because waking the thread takes 40 µs. */
  function send(): void {
    worker.postMessage(outbox)
    outbox = []
  }

  const read = <Row>(sql: string, values?: readonly unknown[]) =>
    call(compiledOnce(sql), values) as Promise<Read<Row>>

  return {
    read,
    rows: async <Row>(sql: string, values?: readonly unknown[]) => (await read<Row>(sql, values)).rows,
    waiting: () => pending.size,
    hasEnded: () => stopped !== undefined,
    close: async () => {
      if (!stopped) await call(undefined)
    },
    terminate: async () => {
      await endStatements(flags)
      await worker.terminate()
    },
    ended,
  }
}
