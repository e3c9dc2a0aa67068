import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createZone, isZone } from './times.ts'

const YEAR_0 = Date.parse('0000-01-01T00:00:00Z')
const YEAR_9999 = Date.parse('9999-12-31T23:59:59Z')
const DAY_MS = 86_400_000

/**
 * Offsets of half hours and three quarters; clock changes at midnight, at 00:01, by half an hour and by a whole day;
 * solar time.
 */
const zones = [
  'UTC',
  'Asia/Shanghai',
  'Europe/London',
  'America/New_York',
  'America/St_Johns',
  'America/Sao_Paulo',
  'Asia/Kathmandu',
  'Asia/Gaza',
  'Africa/Monrovia',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Chatham',
].map(createZone)
const zone = fc.constantFrom(...zones)

const seconds = (first: number, last: number) =>
  fc.integer({ min: Math.ceil(first / 1000), max: Math.floor(last / 1000) }).map((second) => second * 1000)
const anyMoment = seconds(YEAR_0 + DAY_MS, YEAR_9999 - DAY_MS)
const recentMoment = seconds(Date.UTC(1900, 0), Date.UTC(2040, 0))

const clocks = new Map(
  zones.map(({ name }) => [
    name,
    new Intl.DateTimeFormat('sv-SE', { timeZone: name, dateStyle: 'short', timeStyle: 'medium' }),
  ]),
)

/** The time on the clock according to the platform, without our own arithmetic. */
function clockOf(name: string, moment: number): string {
  return clocks.get(name)?.format(moment) ?? 'no such zone'
}

describe('format', () => {
  test('shows local time', () => {
    fc.assert(
      fc.property(zone, recentMoment, (zone, moment) => {
        expect(zone.format(moment)).toBe(clockOf(zone.name, moment))
      }),
      { numRuns: 500 },
    )
  })

  test('around every clock change, to the second', () => {
    for (const [name, change] of [
      ['America/St_Johns', '2005-04-03T03:31:00Z'],
      ['America/St_Johns', '2005-10-30T02:31:00Z'],
      ['Asia/Gaza', '2011-03-31T22:01:00Z'],
      ['Africa/Monrovia', '1972-01-07T00:44:30Z'],
      ['Asia/Shanghai', '1900-12-31T15:54:17Z'],
      ['Pacific/Apia', '2011-12-30T10:00:00Z'],
      ['Australia/Lord_Howe', '2024-04-06T15:00:00Z'],
    ] as const)
      for (const off of [-901, -900, -899, -60, -1, 0, 1, 60, 899, 900]) {
        const moment = Date.parse(change) + off * 1000
        expect([name, off, createZone(name).format(moment)]).toEqual([name, off, clockOf(name, moment)])
      }
  })

  test('drops fractions of a second, before 1970 too', () => {
    fc.assert(
      fc.property(zone, anyMoment, fc.integer({ min: 0, max: 999 }), (zone, moment, ms) => {
        expect(zone.format(moment + ms)).toBe(zone.format(moment))
      }),
    )
  })

  test('has a fixed form for all years with four digits', () => {
    fc.assert(
      fc.property(zone, anyMoment, (zone, moment) => {
        expect(zone.format(moment)).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
      }),
    )
  })
})

describe('with the offset', () => {
  test('a moment is parsed back to itself', () => {
    fc.assert(
      fc.property(zone, recentMoment, (zone, moment) => {
        const shown = zone.formatWithOffset(moment)
        expect(shown).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/)
        expect(Date.parse(shown)).toBe(Math.floor(moment / 1000) * 1000)
      }),
    )
    expect(createZone('Asia/Shanghai').formatWithOffset(0)).toBe('1970-01-01T08:00:00+08:00')
    expect(createZone('America/St_Johns').formatWithOffset(Date.parse('2026-01-01'))).toBe(
      '2025-12-31T20:30:00-03:30',
    )
  })
})

describe('parse', () => {
  test('a formatted time is parsed to a moment that is formatted the same', () => {
    fc.assert(
      fc.property(zone, fc.oneof(anyMoment, recentMoment), (zone, moment) => {
        const shown = zone.format(moment)
        const read = zone.parse(shown, 'first')
        // A time that occurs twice is read as the first one; otherwise the round trip is exact.
        expect(zone.format(read ?? Number.NaN)).toBe(shown)
        expect(read).toBeLessThanOrEqual(moment)
      }),
      { numRuns: 500 },
    )
  })

  test('an upper bound includes everything that is formatted the same, also in an hour that occurs twice', () => {
    fc.assert(
      fc.property(
        zone,
        fc.oneof(anyMoment, recentMoment),
        fc.integer({ min: 0, max: 999 }),
        (zone, moment, ms) => {
          const read = zone.parse(zone.format(moment + ms), 'last') ?? Number.NaN
          expect(read).toBeGreaterThanOrEqual(moment + ms)
          expect(zone.format(read)).toBe(zone.format(moment + ms))
          expect(zone.format(read + 1)).not.toBe(zone.format(moment + ms))
        },
      ),
      { numRuns: 500 },
    )
    const berlin = createZone('Europe/Berlin')
    expect(berlin.parse('2026-10-25 02:30:00', 'first')).toBe(Date.parse('2026-10-25T00:30:00Z'))
    expect(berlin.parse('2026-10-25 02:30:00', 'last')).toBe(Date.parse('2026-10-25T01:30:00.999Z'))
  })

  test('ISO 8601 with a zone is that moment, in any zone of ours', () => {
    fc.assert(
      fc.property(
        zone,
        anyMoment,
        fc.integer({ min: 0, max: 999 }),
        fc.integer({ min: -14 * 60, max: 14 * 60 }),
        (zone, second, ms, offset) => {
          const moment = second + ms
          const sign = offset < 0 ? '-' : '+'
          const two = (number: number) => String(Math.trunc(Math.abs(number))).padStart(2, '0')
          const wall = new Date(moment + offset * 60_000).toISOString().slice(0, -1)
          const colon = ms % 2 === 0 ? ':' : ''
          expect(zone.parse(`${wall}${sign}${two(offset / 60)}${colon}${two(offset % 60)}`, 'first')).toBe(
            moment,
          )
          expect(zone.parse(new Date(moment).toISOString(), 'last')).toBe(second + 999)
        },
      ),
    )
  })

  test('a date is its first moment or, as an upper bound, its last', () => {
    fc.assert(
      fc.property(zone, anyMoment, (zone, moment) => {
        const day = zone.format(moment).slice(0, 10)
        const first = zone.parse(day, 'first') ?? Number.NaN
        const last = zone.parse(day, 'last') ?? Number.NaN
        expect(first).toBeLessThanOrEqual(moment)
        expect(last).toBeGreaterThanOrEqual(moment)
        expect(zone.format(first).slice(0, 10)).toBe(day)
        expect(zone.format(last).slice(0, 10)).toBe(day)
        expect(zone.format(last + 1).slice(0, 10)).not.toBe(day)
      }),
    )
  })

  test('a skipped time is the moment after the clock change, one that occurs twice is the first', () => {
    const newYork = createZone('America/New_York')
    expect(newYork.parse('2026-03-08 02:30:00', 'first')).toBe(Date.parse('2026-03-08T07:30:00Z'))
    expect(newYork.parse('2026-03-08 03:30:00', 'first')).toBe(Date.parse('2026-03-08T07:30:00Z'))
    expect(newYork.parse('2026-11-01 01:30:00', 'first')).toBe(Date.parse('2026-11-01T05:30:00Z'))
    expect(newYork.parse('2026-11-01 02:30:00', 'first')).toBe(Date.parse('2026-11-01T07:30:00Z'))
    // Midnight itself is skipped, so the day begins later.
    expect(createZone('America/Sao_Paulo').parse('2018-11-04', 'first')).toBe(
      Date.parse('2018-11-04T03:00:00Z'),
    )
    expect(createZone('America/Sao_Paulo').parse('2018-11-03', 'last')).toBe(
      Date.parse('2018-11-04T02:59:59.999Z'),
    )
  })

  test('a date is valid if and only if the calendar has it', () => {
    const utc = createZone('UTC')
    const two = (number: number) => String(number).padStart(2, '0')
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9999 }),
        fc.integer({ min: 0, max: 13 }),
        fc.integer({ min: 0, max: 32 }),
        (year, month, day) => {
          const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
          const lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
          const exists = day >= 1 && day <= (lengths[month - 1] ?? 0)
          const text = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
          const read = utc.parse(text, 'first')
          expect([text, read !== undefined]).toEqual([text, exists])
          if (read !== undefined) expect(utc.format(read)).toBe(`${text} 00:00:00`)
        },
      ),
      { numRuns: 1000 },
    )
  })

  test('the first and the last possible moment are parsed in every zone', () => {
    for (const zone of zones) {
      for (const text of ['0000-01-01 00:00:00', '9999-12-31 23:59:59'])
        expect([zone.name, zone.format(zone.parse(text, 'first') ?? Number.NaN)]).toEqual([zone.name, text])
      expect(zone.format(zone.parse('9999-12-31', 'last') ?? Number.NaN)).toBe('9999-12-31 23:59:59')
    }
  })

  test('a moment whose year has more than four digits in our zone is invalid', () => {
    const shanghai = createZone('Asia/Shanghai')
    expect(shanghai.parse('9999-12-31T23:59:59Z', 'first')).toBeUndefined()
    expect(shanghai.parse('9999-12-31T15:59:59Z', 'first')).toBeDefined()
    const newYork = createZone('America/New_York')
    expect(newYork.parse('0000-01-01T00:00:00Z', 'first')).toBeUndefined()
    expect(newYork.parse('9999-12-31T23:59:59-14:00', 'first')).toBeUndefined()
  })

  for (const text of [
    '2026-02-30',
    '2026-02-30 10:00:00',
    '2026-02-30T10:00:00Z',
    '2025-02-29',
    '2026-00-10',
    '2026-13-01',
    '2026-01-00',
    '2026-01-01 24:00:00',
    '2026-01-01 10:60:00',
    '2026-01-01 10:00:60',
    '2026-01-01T10:00:00',
    '2026-01-01T10:00:00+15:00',
    '2026-01-01T10:00:00+08:60',
    '2026-01-01 10:00',
    '2026-1-1',
    '10000-01-01',
    '-001-01-01',
    '+2026-01-01',
    '２０２６-01-01',
    '2026-01-01\n',
    'now',
    '1767225600',
    '',
  ])
    test(`${JSON.stringify(text)} is not a time`, () => {
      for (const zone of zones) expect(zone.parse(text, 'first')).toBeUndefined()
    })

  test('accepts any text without throwing, and returns only moments that can be formatted', () => {
    const digit = fc.constantFrom(...'0123456789-: TZ+.')
    fc.assert(
      fc.property(zone, fc.oneof(fc.string(), fc.string({ unit: digit, maxLength: 30 })), (zone, text) => {
        const read = zone.parse(text, 'last')
        if (read !== undefined) expect(zone.format(read)).toMatch(/^\d{4}-/)
      }),
      { numRuns: 500 },
    )
  })
})

test('a zone is valid if the platform knows it', () => {
  expect(['UTC', 'Asia/Shanghai', 'Mars/Olympus', '', 'Asia/Shanghai '].map(isZone)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})
