import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cronRule } from './cron-rule.ts'

const at = (text: string) => Date.parse(text)
const after = (pattern: string, zone: string, moment: string) =>
  new Date(cronRule(pattern, zone).nextAfter(at(moment))).toISOString()

describe('the next occurrence', () => {
  const cases = [
    ['0 3 * * *', 'UTC', '2026-03-01T03:00:00Z', '2026-03-02T03:00:00.000Z'],
    ['0 3 * * *', 'Asia/Shanghai', '2026-03-01T00:00:00.5Z', '2026-03-01T19:00:00.000Z'],
    ['*/5 * * * * *', 'UTC', '2026-03-01T00:00:04.999Z', '2026-03-01T00:00:05.000Z'],
    ['0 0 29 2 *', 'UTC', '2026-03-01T00:00:00Z', '2028-02-29T00:00:00.000Z'],
    // 02:30 is skipped when the clocks go forward, and occurs twice when they go back.
    ['30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-29T01:30:00.000Z'],
    ['30 2 * * *', 'Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-26T01:30:00.000Z'],
    ['30 2 * * *', 'Europe/Berlin', '2026-10-25T01:10:00Z', '2026-10-26T01:30:00.000Z'],
    ['0 * * * *', 'Europe/Berlin', '2026-10-25T01:10:00Z', '2026-10-25T02:00:00.000Z'],
  ] as const
  for (const [pattern, zone, moment, expected] of cases)
    test(`of "${pattern}" in ${zone} after ${moment} is ${expected}`, () => {
      expect(after(pattern, zone, moment)).toBe(expected)
    })

  test('is always later, also during clock changes', () => {
    const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Shanghai']
    const patterns = ['30 2 * * *', '*/7 * * * *', '*/10 * * * * *', '0 0 * * 1', '15 1 31 * *']
    const changes = [at('2026-03-29T01:00:00Z'), at('2026-10-25T01:00:00Z'), at('2026-04-04T15:00:00Z')]
    const rules = zones.flatMap((zone) => patterns.map((pattern) => cronRule(pattern, zone)))
    const hours = 12 * 3_600_000
    fc.assert(
      fc.property(
        fc.constantFrom(...rules),
        fc.constantFrom(...changes),
        fc.integer({ min: -hours, max: hours }),
        (rule, change, distance) => {
          expect(rule.nextAfter(change + distance)).toBeGreaterThan(change + distance)
        },
      ),
      { numRuns: 200 },
    )
  })
})

const wrong = [
  ['words', 'now and then', 'UTC'],
  ['nothing', '', 'UTC'],
  ['a minute that does not exist', '61 * * * *', 'UTC'],
  ['a day that does not exist', '0 0 30 2 *', 'UTC'],
  ['a moment instead of a pattern', '2030-01-01T00:00:00', 'UTC'],
  ['a year', '0 0 0 1 1 * 2030', 'UTC'],
  ['a zone that does not exist', '0 3 * * *', 'Mars/Olympus'],
] as const
for (const [what, pattern, zone] of wrong)
  test(`rejects ${what}`, () => {
    expect(() => cronRule(pattern, zone)).toThrow()
  })
