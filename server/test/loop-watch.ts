import { monitorEventLoopDelay } from 'node:perf_hooks'

const NANOSECONDS_PER_MS = 1e6

/** Measures for how long the event loop stood still at most while something was done. */
export async function longestStop<Result>(
  what: string,
  work: () => Promise<Result>,
): Promise<{ result: Result; stopMs: number }> {
  const watch = monitorEventLoopDelay({ resolution: 1 })
  // One turn first: the watch notices a stop only between two of its own ticks.
  watch.enable()
  await new Promise((resolve) => setTimeout(resolve, 20))
  watch.reset()
  const result = await work()
  await new Promise((resolve) => setTimeout(resolve, 20))
  watch.disable()
  const stopMs = Math.round(watch.max / NANOSECONDS_PER_MS)
  process.stdout.write(`longest stop of the event loop: ${stopMs} ms (${what})\n`)
  return { result, stopMs }
}
