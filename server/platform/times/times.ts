/** Moments are milliseconds since 1970 in the code, and `YYYY-MM-DD HH:MM:SS` in the service's zone in the API. */

const LOCAL = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2}):(\d{2}))?$/
const ZONED = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2})$/i
const DAY_MS = 86_400_000
const QUARTER_MS = 900_000
const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const MAX_KEPT_OFFSETS = 20_000

export interface Zone {
  readonly name: string
  /** Formats a moment as `YYYY-MM-DD HH:MM:SS`. */
  format(moment: number): string
  /** Formats a moment in RFC 3339, with the zone's offset. */
  formatWithOffset(moment: number): string
  /** Parses a moment; undefined if the text is not one, or the date does not exist. */
  parse(text: string, edge: 'first' | 'last'): number | undefined
}

type Shown<Moments extends Readonly<Record<string, number | null>>> = {
  [Name in keyof Moments & string as `${Name}_time` | `${Name}_at`]: Moments[Name] extends number
    ? string
    : string | null
}

/** `{ create: moment }` as `create_time` and `create_at`; both are null if there is no moment. */
export function showTimes<const Moments extends Readonly<Record<string, number | null>>>(
  zone: Zone,
  moments: Moments,
): Shown<Moments> {
  const shown: Record<string, string | null> = {}
  for (const [name, moment] of Object.entries(moments)) {
    shown[`${name}_time`] = moment === null ? null : zone.format(moment)
    shown[`${name}_at`] = moment === null ? null : zone.formatWithOffset(moment)
  }
  return shown as Shown<Moments>
}

export function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

export function createZone(name: string): Zone {
  const offsetAt = offsetsOf(name)

  function format(moment: number): string {
    return writtenOut(moment + offsetAt(moment), ' ')
  }

  function formatWithOffset(moment: number): string {
    // RFC 3339 offsets have no seconds, but some zones had them until 1972. The offset is rounded to the minute; the
    // moment stays the same.
    const minutes = Math.round(offsetAt(moment) / MINUTE_MS)
    const wall = writtenOut(moment + minutes * MINUTE_MS, 'T')
    if (minutes === 0) return `${wall}Z`
    const distance = Math.abs(minutes)
    return `${wall}${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(distance / 60))}:${twoDigits(distance % 60)}`
  }

  // A local time that is skipped by a clock change means the moment after the change. One that occurs twice means the
  // first, or the second if it is an upper bound.
  function fromWallClock(wall: number, edge: 'first' | 'last'): number {
    const before = wall - offsetAt(wall - DAY_MS)
    const after = wall - offsetAt(wall + DAY_MS)
    const [likely, other] = edge === 'first' ? [before, after] : [after, before]
    if (likely + offsetAt(likely) === wall) return likely
    if (other + offsetAt(other) === wall) return other
    return before
  }

  function parse(text: string, edge: 'first' | 'last'): number | undefined {
    const local = LOCAL.exec(text)
    if (local) {
      const [, year, month, day, hour, minute, second] = local
      const whole = hour !== undefined
      const wall = wallClock(year, month, day, hour ?? '00', minute ?? '00', second ?? '00')
      if (wall === undefined) return undefined
      if (edge === 'first') return fromWallClock(wall, edge)
      return whole ? endOfSecond(fromWallClock(wall, edge)) : fromWallClock(wall + DAY_MS, 'first') - 1
    }
    const moment = parseZoned(text)
    if (moment === undefined || !canBeShown(moment + offsetAt(moment))) return undefined
    return edge === 'first' ? moment : endOfSecond(moment)
  }

  return { name, format, formatWithOffset, parse }
}

const dates = new Map<number, string>()
const MAX_CACHED_DATES = 10_000

/** Local time. A list shows six times per article, so dates are cached and the rest is arithmetic. */
function writtenOut(wall: number, separator: string): string {
  const day = Math.floor(wall / DAY_MS)
  let date = dates.get(day)
  if (date === undefined) {
    date = new Date(wall).toISOString().slice(0, 10)
    if (dates.size >= MAX_CACHED_DATES) dates.clear()
    dates.set(day, date)
  }
  const second = Math.floor((wall - day * DAY_MS) / SECOND_MS)
  const minute = Math.floor(second / 60)
  return `${date}${separator}${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}:${twoDigits(second % 60)}`
}

function twoDigits(number: number): string {
  return number < 10 ? `0${number}` : `${number}`
}

/** Responses show whole seconds, so an upper bound includes its whole second. */
function endOfSecond(moment: number): number {
  return Math.floor(moment / SECOND_MS) * SECOND_MS + SECOND_MS - 1
}

function parseZoned(text: string): number | undefined {
  const found = ZONED.exec(text)
  if (!found) return undefined
  const [, year, month, day, hour, minute, second = '00', fraction = '0', zone = 'Z'] = found
  const wall = wallClock(year, month, day, hour, minute, second)
  const offset = zoneOffset(zone)
  if (wall === undefined || offset === undefined) return undefined
  return wall + Number(fraction.padEnd(3, '0').slice(0, 3)) - offset
}

const EARLIEST = Date.parse('0000-01-01T00:00:00Z')
const LATEST = Date.parse('9999-12-31T23:59:59.999Z')

/** The API has four digits for a year: the last hours of 9999 in London are in the year 10000 in Shanghai. */
function canBeShown(wall: number): boolean {
  return wall >= EARLIEST && wall <= LATEST
}

function wallClock(...parts: Array<string | undefined>): number | undefined {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number)
  if (hour > 23 || minute > 59 || second > 59) return undefined
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  date.setUTCHours(hour, minute, second)
  // `Date` turns 30 February into 2 March, so the result is compared with the input.
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : undefined
}

function zoneOffset(zone: string): number | undefined {
  if (zone.toUpperCase() === 'Z') return 0
  const hours = Number(zone.slice(1, 3))
  const minutes = Number(zone.slice(-2))
  if (hours > 14 || minutes > 59) return undefined
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000
}

/**
 * The zone's offset from UTC at a moment, cached per quarter of an hour. Nearly every clock change falls between two
 * quarters. A quarter with a change inside (Newfoundland's was at 00:01) is not cached.
 */
function offsetsOf(name: string): (moment: number) => number {
  if (name === 'UTC') return () => 0
  const wallClockOf = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const known = new Map<number, number>()
  return (moment) => {
    const quarter = Math.floor(moment / QUARTER_MS)
    const remembered = known.get(quarter)
    if (remembered !== undefined) return remembered
    const first = offsetBy(wallClockOf, quarter * QUARTER_MS)
    const last = offsetBy(wallClockOf, (quarter + 1) * QUARTER_MS - SECOND_MS)
    if (first !== last) return offsetBy(wallClockOf, Math.floor(moment / SECOND_MS) * SECOND_MS)
    if (known.size >= MAX_KEPT_OFFSETS) known.clear()
    known.set(quarter, first)
    return first
  }
}

function offsetBy(wallClockOf: Intl.DateTimeFormat, moment: number): number {
  const parts = new Map(wallClockOf.formatToParts(moment).map(({ type, value }) => [type, value]))
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type))
  const wall = new Date(0)
  wall.setUTCFullYear(
    parts.get('era') === 'BC' ? 1 - part('year') : part('year'),
    part('month') - 1,
    part('day'),
  )
  wall.setUTCHours(part('hour'), part('minute'), part('second'))
  return wall.getTime() - moment
}
