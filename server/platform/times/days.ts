import type { Zone } from './times.ts'

export const DAY_MS = 86_400_000

/** `YYYY-MM-DD` of a moment in the zone. */
export function dayOf(zone: Zone, moment: number): string {
  return zone.format(moment).slice(0, 10)
}

/** Days since 1970, as stored in the database. */
export function dayNumber(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / DAY_MS
}

/** The last days, today last. Each is represented by its noon, which no clock change moves to another day. */
export function lastDays(zone: Zone, now: number, count: number): string[] {
  const noon = Date.parse(`${dayOf(zone, now)}T12:00:00Z`)
  return Array.from({ length: count }, (_, index) =>
    new Date(noon - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  )
}
