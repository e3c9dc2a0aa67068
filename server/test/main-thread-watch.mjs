// Loaded into a service by a test (node --import): measures how long its event loop is blocked. On SIGUSR2 it writes the
// longest block since the last signal, in wall time and in CPU time of the main thread: on a busy machine, wall time also
// includes the time of other programs.
import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const TICK_MS = 5
const NANOSECONDS_PER_MS = 1e6

if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const spent = () => {
    try {
      return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0])
    } catch {
      return process.cpuUsage().user * 1000
    }
  }
  let last = spent()
  let most = 0
  setInterval(() => {
    const now = spent()
    most = Math.max(most, now - last)
    last = now
  }, TICK_MS).unref()
  process.on('SIGUSR2', () => {
    const milliseconds = (nanoseconds) => Math.round(nanoseconds / NANOSECONDS_PER_MS)
    const told = { stop_ms: milliseconds(delay.max), cpu_ms: milliseconds(most) }
    process.stdout.write(`\nmain thread: ${JSON.stringify(told)}\n`)
    delay.reset()
    most = 0
  })
}
