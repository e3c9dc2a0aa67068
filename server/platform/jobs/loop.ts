import type { Logger } from 'pino'

const AFTER_FAILURE_MS = 1_000

export interface LoopOptions {
  /** Does what there is to do and answers for how many milliseconds there is nothing more. */
  readonly turn: () => Promise<number>
  /** It looks again after this time at the latest, whatever the turn answered. */
  readonly longestSleepMs: number
  /** For the log: what stands still while turns fail. */
  readonly what: string
  readonly log: Logger
}

/** Turns without end. One that fails is told once, and the next comes a second later. */
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
