import { Cron } from 'croner'

export interface CronRule {
  /** The pattern and its time zone, which identify a rule. */
  readonly text: string
  /** The first occurrence after this time. */
  nextAfter(moment: number): number
}

const QUARTER_MS = 15 * 60 * 1_000
const MAX_REPETITION_MS = 24 * 60 * 60 * 1_000

/** Parses a pattern of five parts, or six with seconds first. Throws on an invalid pattern, time zone or date. */
export function cronRule(pattern: string, zone: string): CronRule {
  // Other time zones load the tables of all zones: some megabytes, and a tenth of a second on a slow machine.
  const clock = zone === 'UTC' ? { utcOffset: 0 } : { timezone: zone }
  const cron = new Cron(pattern, { ...clock, mode: '5-or-6-parts' })

  function foundAfter(moment: number): number {
    const found = cron.nextRun(new Date(moment))
    if (!found || cron.getOnce()) throw new Error(`the schedule "${pattern}" never occurs`)
    return found.getTime()
  }

  function nextAfter(moment: number): number {
    const end = moment + MAX_REPETITION_MS
    // When the clocks go back, an hour occurs twice, and from within the second one croner returns a time in the first,
    // which is past. Clocks change on a quarter of an hour, so the search continues from the end of each quarter.
    for (let from = moment; from < end; from = lastOfQuarter(from + 1)) {
      const found = foundAfter(from)
      if (found > moment) return found
    }
    throw new Error(
      `the schedule "${pattern}" (${zone}) finds nothing after ${new Date(moment).toISOString()}`,
    )
  }

  foundAfter(0)
  return { text: `${pattern} ${zone}`, nextAfter }
}

function lastOfQuarter(moment: number): number {
  return Math.floor(moment / QUARTER_MS) * QUARTER_MS + QUARTER_MS - 1
}
