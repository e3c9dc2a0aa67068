// Loaded into the program by --import: says on SIGUSR2 how much memory it holds after a garbage collection.
import { isMainThread } from 'node:worker_threads'

if (isMainThread)
  process.on('SIGUSR2', () => {
    globalThis.gc?.()
    const { heapUsed, external } = process.memoryUsage()
    process.stdout.write(`\nholds ${heapUsed + external} bytes\n`)
  })
