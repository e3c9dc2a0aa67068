import { monitorEventLoopDelay } from 'node:perf_hooks'

const NANOSECONDS_PER_MS = 1e6

/** Measures the longest time that some work blocked the event loop. */
export async function longestStop<Result>(
  what: string,
  work: () => Promise<Result>,
): Promise<{ result: Result; stopMs: number }> {
  const watch = monitorEventLoopDelay({ resolution: 1 })
  // One turn first: a block is only noticed between two ticks of the watch.
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
