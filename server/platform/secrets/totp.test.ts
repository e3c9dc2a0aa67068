import { expect, test } from 'vitest'
import { base32, codeAt, otpauthUrl, stepAt, stepOf } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

/** Appendix B of RFC 6238, the rows for SHA-1. */
const vectors = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
] as const
test.for(vectors)('at second %d the code is the one of RFC 6238', ([second, code]) => {
  expect(codeAt(secret, stepAt(second * 1000), 8)).toBe(code)
  expect(codeAt(secret, stepAt(second * 1000))).toBe(code.slice(2))
})

test('a code is valid in its own step and the adjacent ones', () => {
  const moment = 1_234_567_890_000
  const step = stepAt(moment)
  for (const offset of [-1, 0, 1])
    expect(stepOf(secret, codeAt(secret, step + offset), moment)).toBe(step + offset)
  for (const offset of [-2, 2]) expect(stepOf(secret, codeAt(secret, step + offset), moment)).toBeUndefined()
  for (const wrong of ['', '12345', 'abcdef', '000000000'])
    expect(stepOf(secret, wrong, moment)).toBeUndefined()
})

/** Section 10 of RFC 4648, without padding. */
const base32Vectors = [
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
] as const
test.for(base32Vectors)('base32 of %j', ([text, written]) => {
  expect(base32(Buffer.from(text))).toBe(written)
})

test('the URL for an authenticator contains issuer, account and secret', () => {
  const url = new URL(otpauthUrl(secret, 'A & B', '李华'))
  expect([url.protocol, url.host, decodeURIComponent(url.pathname)]).toEqual([
    'otpauth:',
    'totp',
    '/A & B:李华',
  ])
  expect(Object.fromEntries(url.searchParams)).toEqual({
    secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    issuer: 'A & B',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})
