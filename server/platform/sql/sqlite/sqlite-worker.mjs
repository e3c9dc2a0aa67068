// A connection to SQLite in a thread of its own, for statements that take long: checkpoints, and reading a copy through.
// Plain JavaScript because a worker is loaded by Node itself, from the sources and from the bundle alike.
import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'

const { DatabaseSync } = createRequire(import.meta.url)(workerData.moduleName)
const database = new DatabaseSync(workerData.path)
for (const pragma of workerData.pragmas) database.exec(pragma)

parentPort.on('message', ({ id, sql }) => {
  if (sql === undefined) {
    database.close()
    parentPort.postMessage({ id, rows: [] })
    parentPort.close()
    return
  }
  try {
    parentPort.postMessage({ id, rows: database.prepare(sql).all() })
  } catch (error) {
    parentPort.postMessage({ id, error: error.message })
  }
})
parentPort.postMessage({ ready: true })
