import { expect, test } from 'vitest'
import { clockIn, haveSameClock, momentOf } from './zones.ts'

test.each([
  ['2026-11-18 14:00:00', 'UTC', '2026-11-18T14:00:00Z'],
  ['2026-11-18 14:00:00', 'Asia/Shanghai', '2026-11-18T06:00:00Z'],
  ['2026-07-01 00:30:00', 'Europe/Berlin', '2026-06-30T22:30:00Z'],
  // The clocks change at 01:00 UTC on these days.
  ['2026-03-29 01:30:00', 'Europe/Berlin', '2026-03-29T00:30:00Z'],
  ['2026-03-29 03:30:00', 'Europe/Berlin', '2026-03-29T01:30:00Z'],
  ['2026-10-25 03:30:00', 'Europe/Berlin', '2026-10-25T02:30:00Z'],
])('%s in %s is %s', (time, zone, moment) => {
  expect(new Date(momentOf(time, zone)).toISOString()).toBe(moment.replace('Z', '.000Z'))
  expect(clockIn(zone, momentOf(time, zone))).toBe(time)
})

test.each([
  ['UTC', 'Etc/UTC', true],
  ['Europe/Berlin', 'Europe/Paris', true],
  ['Europe/London', 'UTC', false],
  ['Asia/Shanghai', 'UTC', false],
])('%s and %s have the same clock: %s', (zone, other, expected) => {
  expect(haveSameClock(zone, other, 2026)).toBe(expected)
})
