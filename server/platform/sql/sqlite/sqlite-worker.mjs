// A connection to SQLite in a thread of its own, for statements that take long (checkpoints, and reading a copy through)
// and for reads that would delay the main thread.
// Plain JavaScript because a worker is loaded by Node itself, from the sources and from the bundle alike.
import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'

// Node 22 warns in every thread that its SQLite is experimental.
const { emitWarning } = process
process.emitWarning = () => {}
const { DatabaseSync } = createRequire(import.meta.url)(workerData.moduleName)
process.emitWarning = emitWarning
const database = new DatabaseSync(workerData.path)
for (const pragma of workerData.pragmas) database.exec(pragma)
if (workerData.functions) (await import(workerData.functions)).addFunctions(database)

const statements = new Map()
const { IS_RUNNING, IS_ENDING } = workerData.flagNames
const flags = new Int32Array(workerData.flags)

/** Whether a statement may begin. The other thread waits for its end before it exits. */
function begin() {
  Atomics.store(flags, IS_RUNNING, 1)
  if (Atomics.load(flags, IS_ENDING) === 0) return true
  end()
  return false
}

function end() {
  Atomics.store(flags, IS_RUNNING, 0)
  Atomics.notify(flags, IS_RUNNING)
}

function prepared(sql) {
  const known = statements.get(sql)
  if (known) return known
  const statement = database.prepare(sql)
  if (statements.size >= workerData.maxKeptStatements) statements.delete(statements.keys().next().value)
  statements.set(sql, statement)
  return statement
}

parentPort.on('message', (calls) => {
  for (const call of calls) perform(call)
})

function perform({ id, sql, values }) {
  if (sql === undefined) {
    statements.clear()
    database.close()
    parentPort.postMessage({ id, rows: [] })
    parentPort.close()
    return
  }
  if (!begin()) return
  try {
    const statement = prepared(sql)
    const begun = performance.now()
    const rows = statement.all(...values)
    parentPort.postMessage({ id, rows, ms: performance.now() - begun })
  } catch (error) {
    parentPort.postMessage({ id, error: error.message })
  } finally {
    end()
  }
}
parentPort.postMessage({ ready: true })
