import { expect, test } from 'vitest'
import { isCurrent } from './tokens.rules.ts'

const now = 1_700_000_000_000
const session = { generation: 5, rotated_at: now - 9_999, expires_at: now + 1 }

test.each([
  ['of the present generation', 5, session, true],
  ['of the generation before, just after a refresh', 4, session, true],
  [
    'of the generation before, ten seconds after a refresh',
    4,
    { ...session, rotated_at: now - 10_000 },
    false,
  ],
  ['of an older generation', 3, session, false],
  ['of a generation to come', 6, session, false],
  ['of a session that has ended', 5, { ...session, expires_at: now }, false],
])('whether a token %s is valid', (_, gen, row, isValid) => {
  expect(isCurrent({ sid: 1, gen }, row, now)).toBe(isValid)
})
