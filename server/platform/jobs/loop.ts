import type { Logger } from 'pino'

const AFTER_FAILURE_MS = 1_000

export interface LoopOptions {
  /** Does the pending work and returns after how many milliseconds there may be more. */
  readonly turn: () => Promise<number>
  /** The longest time until the next turn. */
  readonly longestSleepMs: number
  /** For the log: what is not working while turns fail. */
  readonly what: string
  readonly log: Logger
}

/** Runs turns in a loop. A failure is logged once, and the next turn follows a second later. */
export function startLoop({ turn, longestSleepMs, what, log }: LoopOptions) {
  let stopping = false
  let woken = false
  let failing = false
  let endSleep: () => void = () => {}

  function wake(): void {
    woken = true
    endSleep()
  }

  async function sleep(ms: number): Promise<void> {
    if (!woken)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.min(Math.max(ms, 0), longestSleepMs))
        endSleep = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    woken = false
  }

  async function attempt(): Promise<number> {
    try {
      const ms = await turn()
      if (failing) log.info(`${what}: recovered`)
      failing = false
      return ms
    } catch (error) {
      if (!failing) log.warn({ err: error }, `${what}: failing, retrying every second`)
      failing = true
      return AFTER_FAILURE_MS
    }
  }

  async function run(): Promise<void> {
    while (!stopping) await sleep(await attempt())
  }

  const ended = run()
  return {
    wake,
    stop: async () => {
      stopping = true
      wake()
      await ended
    },
  }
}
