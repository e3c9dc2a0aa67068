import { dayOf } from '../../platform/times/days.ts'
import type { Zone } from '../../platform/times/times.ts'

export const QUARTER_MS = 900_000
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

export function countsByDay(
  zone: Zone,
  days: readonly string[],
  quarters: readonly { quarter: number; status: number; total: number }[],
): Array<Counts & { date: string }> {
  const byDay = new Map<string, Array<{ status: number; total: number }>>(days.map((day) => [day, []]))
  for (const { quarter, ...state } of quarters) byDay.get(dayOf(zone, quarter * QUARTER_MS))?.push(state)
  return days.map((date) => ({ date, ...countsOf(byDay.get(date) ?? []) }))
}
