import { expect, test } from 'vitest'
import { randomDigits } from './digits.ts'

test('has the requested number of digits, with leading zeros', () => {
  const codes = Array.from({ length: 2000 }, () => randomDigits(6))
  for (const code of codes) expect(code).toMatch(/^\d{6}$/)
  expect(codes.some((code) => code.startsWith('0'))).toBe(true)
})

test('uses every digit equally often', () => {
  const counts = new Map<string, number>()
  const digits = 50_000
  for (let code = 0; code < digits / 20; code++)
    for (const digit of randomDigits(20)) counts.set(digit, (counts.get(digit) ?? 0) + 1)
  // Chi-squared with nine degrees of freedom: above 50 once in ten million runs.
  const expected = digits / 10
  const deviation = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
  expect(counts.size).toBe(10)
  expect(deviation).toBeLessThan(50)
})

for (const length of [0, -1, 1.5, 33, Number.NaN, Number.POSITIVE_INFINITY])
  test(`rejects a code of ${length} digits`, () => {
    expect(() => randomDigits(length)).toThrow(RangeError)
  })
