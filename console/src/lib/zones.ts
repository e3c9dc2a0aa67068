/** `YYYY-MM-DD HH:MM:SS` on the clock of a zone. */
export function clockIn(zone: string, moment: number): string {
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(moment)
}

const asUtc = (time: string) => Date.parse(`${time.replace(' ', 'T')}Z`)
const offsetMs = (zone: string, moment: number) => asUtc(clockIn(zone, moment)) - moment

/** The moment at which the clock of a zone shows `YYYY-MM-DD HH:MM:SS`. */
export function momentOf(time: string, zone: string): number {
  const first = asUtc(time) - offsetMs(zone, asUtc(time))
  // Again, because the clock may have been changed between the two.
  return asUtc(time) - offsetMs(zone, first)
}

/** Whether two zones show the same time all year, whatever their names are. */
export function haveSameClock(zone: string, other: string, year: number): boolean {
  return Array.from({ length: 12 }, (_, month) => Date.UTC(year, month, 15)).every(
    (moment) => offsetMs(zone, moment) === offsetMs(other, moment),
  )
}
