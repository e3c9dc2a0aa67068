// The writer of SQLite, in a thread of its own: an fsync here never stops the reads of the main thread.
// Plain JavaScript because a worker is loaded by Node itself, from the sources and from the bundle alike.
import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'

const MOST_KEPT_STATEMENTS = 400

const { DatabaseSync } = createRequire(import.meta.url)(workerData.moduleName)
const database = new DatabaseSync(workerData.path)
for (const pragma of workerData.pragmas) database.exec(pragma)

const statements = new Map()

function prepared(sql) {
  let statement = statements.get(sql)
  if (statement) return statement
  statement = database.prepare(sql)
  if (statements.size >= MOST_KEPT_STATEMENTS) statements.delete(statements.keys().next().value)
  statements.set(sql, statement)
  return statement
}

function perform({ kind, sql, values }) {
  if (kind === 'exec') return void database.exec(sql)
  if (kind === 'commit') return commit()
  if (kind === 'rows') return { rows: prepared(sql).all(...values) }
  const { changes, lastInsertRowid } = prepared(sql).run(...values)
  return { rows: [], changes: Number(changes), insertId: Number(lastInsertRowid) }
}

// A commit that fails is undone before the next message is read: the next transaction may already be on its way.
function commit() {
  try {
    database.exec('commit')
  } catch (error) {
    try {
      database.exec('rollback')
    } catch {
      // SQLite has undone it already.
    }
    throw error
  }
}

parentPort.on('message', (request) => {
  if (request.kind === 'close') {
    database.close()
    parentPort.postMessage({ id: request.id })
    parentPort.close()
    return
  }
  try {
    parentPort.postMessage({ id: request.id, result: perform(request) })
  } catch (error) {
    parentPort.postMessage({ id: request.id, error: error.message })
  }
})
parentPort.postMessage({ ready: true })
