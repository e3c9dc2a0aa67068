import type { Zone } from './times.ts'

export const DAY_MS = 86_400_000

/** `YYYY-MM-DD` of a moment in the zone. */
export function dayOf(zone: Zone, moment: number): string {
  return zone.format(moment).slice(0, 10)
}

/** Days since 1970 of a date, as they are stored. */
export function dayNumber(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / DAY_MS
}

/** The last days, today last. A day is named by its noon, which no change of clocks moves to another. */
export function lastDays(zone: Zone, now: number, count: number): string[] {
  const noon = Date.parse(`${dayOf(zone, now)}T12:00:00Z`)
  return Array.from({ length: count }, (_, index) =>
    new Date(noon - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  )
}
