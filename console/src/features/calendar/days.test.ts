import { expect, test } from 'vitest'
import { addDays, addMonths, weeksOf } from './days.ts'

test('a month consists of whole weeks from Monday', () => {
  const days = weeksOf('2026-11')
  expect([days[0], days.at(-1), days.length]).toEqual(['2026-10-26', '2026-12-06', 42])
  expect(weeksOf('2027-02')).toHaveLength(28)
  for (const month of ['2026-01', '2028-02', '2026-12']) expect(weeksOf(month).length % 7).toBe(0)
})

test('days and months are counted across years', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
  expect(addMonths('2026-12', 1)).toBe('2027-01')
  expect(addMonths('2026-01', -1)).toBe('2025-12')
})
