import type { Zone } from '../../platform/times.ts'

export const QUARTER_MS = 900_000
const DAY_MS = 86_400_000
const NAMES = ['pending', 'approved', 'rejected', 'spam'] as const
type Counts = Record<(typeof NAMES)[number] | 'total', number>

export function countsOf(states: readonly { status: number; total: number }[]): Counts {
  const counts: Counts = { total: 0, pending: 0, approved: 0, rejected: 0, spam: 0 }
  for (const { status, total } of states) {
    const name = NAMES[status]
    if (name === undefined) continue
    counts[name] += total
    counts.total += total
  }
  return counts
}

/** The last days, today last. A day is named by its noon, which no change of clocks moves to another. */
export function lastDays(zone: Zone, now: number, count: number): string[] {
  const noon = Date.parse(`${dayOf(zone, now)}T12:00:00Z`)
  return Array.from({ length: count }, (_, index) =>
    new Date(noon - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  )
}

export function countsByDay(
  zone: Zone,
  days: readonly string[],
  quarters: readonly { quarter: number; status: number; total: number }[],
): Array<Counts & { date: string }> {
  const byDay = new Map<string, Array<{ status: number; total: number }>>(days.map((day) => [day, []]))
  for (const { quarter, ...state } of quarters) byDay.get(dayOf(zone, quarter * QUARTER_MS))?.push(state)
  return days.map((date) => ({ date, ...countsOf(byDay.get(date) ?? []) }))
}

function dayOf(zone: Zone, moment: number): string {
  return zone.format(moment).slice(0, 10)
}
