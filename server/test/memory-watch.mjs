// Loaded into the program by --import: on SIGUSR2 it reports how much memory is in use after a garbage collection.
import { isMainThread } from 'node:worker_threads'

if (isMainThread)
  process.on('SIGUSR2', () => {
    globalThis.gc?.()
    const { heapUsed, external } = process.memoryUsage()
    process.stdout.write(`\nholds ${heapUsed + external} bytes\n`)
  })
