import { Worker } from 'node:worker_threads'
import { DatabaseUnavailable } from './handles.ts'
import { namedSqliteError } from './sqlite-errors.ts'
import { sqliteModuleName, writerPragmas } from './sqlite-open.ts'

export interface WriterAnswer {
  rows: unknown[]
  changes?: number
  insertId?: number
}

interface Reply {
  id?: number
  ready?: true
  result?: WriterAnswer
  error?: string
}

interface Pending {
  resolve(answer: WriterAnswer | undefined): void
  reject(error: Error): void
}

export type WriterThread = Awaited<ReturnType<typeof startWriterThread>>

/** Starts the writing thread and gives calls that are answered in the order in which they were made. */
export async function startWriterThread(path: string) {
  const worker = new Worker(new URL('./sqlite-writer.mjs', import.meta.url), {
    workerData: { path, moduleName: sqliteModuleName, pragmas: writerPragmas },
  })
  const pending = new Map<number, Pending>()
  let lastId = 0
  let stopped: Error | undefined

  function stop(error: Error): void {
    stopped = error
    for (const call of pending.values()) call.reject(error)
    pending.clear()
  }

  const ready = new Promise<void>((resolve, reject) => {
    worker.on('message', (reply: Reply) => {
      if (reply.ready) return resolve()
      const call = pending.get(reply.id ?? 0)
      if (!call) return
      pending.delete(reply.id ?? 0)
      if (reply.error) call.reject(namedSqliteError(reply.error))
      else call.resolve(reply.result)
    })
    worker.on('error', (error: Error) => {
      reject(error)
      stop(new DatabaseUnavailable(`SQLite's writing thread failed: ${error.message}`, { cause: error }))
    })
    worker.on('exit', () => stop(new DatabaseUnavailable("SQLite's writing thread has ended")))
  })
  await ready

  function call(kind: string, sql: string, values: readonly unknown[]): Promise<WriterAnswer | undefined> {
    if (stopped) return Promise.reject(stopped)
    const id = ++lastId
    return new Promise((resolve, reject) => {
      pending.set(id, { resolve, reject })
      worker.postMessage({ id, kind, sql, values })
    })
  }

  return {
    exec: (sql: string) => call('exec', sql, []),
    /** Commits, or else rolls back. */
    commit: () => call('commit', '', []),
    rows: (sql: string, values: readonly unknown[]) => call('rows', sql, values),
    run: (sql: string, values: readonly unknown[]) => call('run', sql, values),
    close: async () => {
      if (!stopped) await call('close', '', [])
    },
  }
}
