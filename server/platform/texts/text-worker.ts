import { parentPort } from 'node:worker_threads'
import { performTask, type TextTask } from './tasks.ts'

parentPort?.on('message', (task: TextTask) => {
  try {
    parentPort?.postMessage({ result: performTask(task) })
  } catch (error) {
    parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) })
  }
})
