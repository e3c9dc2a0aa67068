// Loaded into the program by --import: on SIGUSR2 it reports how much memory is in use after a garbage
// collection, and how much the process took at most.
import { isMainThread } from 'node:worker_threads'

if (isMainThread)
  process.on('SIGUSR2', () => {
    globalThis.gc?.()
    const { heapUsed, external } = process.memoryUsage()
    const { maxRSS } = process.resourceUsage()
    process.stdout.write(`\nholds ${heapUsed + external} bytes, took ${maxRSS * 1024} at most\n`)
  })
