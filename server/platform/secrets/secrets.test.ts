import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  decryptSecret,
  deriveKey,
  encryptSecret,
  equalConstantTime,
  fingerprint,
  hmacSha256Hex,
  randomToken,
  sha256Hex,
} from './secrets.ts'

const key = deriveKey('a master key', 'testing')

describe('encryptSecret and decryptSecret', () => {
  test('return any text unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (plain) => {
        expect(decryptSecret(key, encryptSecret(key, plain))).toBe(plain)
      }),
    )
  })
  test('give a different, unreadable result each time', () => {
    expect(encryptSecret(key, 'hush')).not.toBe(encryptSecret(key, 'hush'))
    expect(encryptSecret(key, 'hush')).toMatch(/^v1\.[\w-]+$/)
  })
  test('fail with another key', () => {
    const other = deriveKey('a master key', 'another purpose')
    expect(() => decryptSecret(other, encryptSecret(key, 'hush'))).toThrow('another key')
  })
  test('detect a change of any byte', () => {
    const sealed = Buffer.from(encryptSecret(key, 'hush').slice(3), 'base64url')
    for (let index = 0; index < sealed.length; index++) {
      const changed = Buffer.from(sealed)
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index)
      expect(() => decryptSecret(key, `v1.${changed.toString('base64url')}`)).toThrow('damaged')
    }
  })
  for (const garbage of ['', 'hush', 'v1.', 'v1.AAAA', 'v2.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'])
    test(`${JSON.stringify(garbage)} is rejected`, () => {
      expect(() => decryptSecret(key, garbage)).toThrow('not an encrypted secret')
    })
  test('a key of another length is rejected', () => {
    expect(() => encryptSecret(Buffer.alloc(16), 'hush')).toThrow('Invalid key length')
  })
})

describe('keys', () => {
  test('are the same for the same purpose, and differ by purpose and by master key', () => {
    expect(deriveKey('m', 'a')).toEqual(deriveKey(Buffer.from('m'), 'a'))
    expect(deriveKey('m', 'a')).toHaveLength(32)
    expect(deriveKey('m', 'a')).not.toEqual(deriveKey('m', 'b'))
    expect(deriveKey('m', 'a')).not.toEqual(deriveKey('n', 'a'))
  })
  test('a fingerprint is short, stable and differs for another key', () => {
    expect(fingerprint('m')).toMatch(/^[0-9a-f]{32}$/)
    expect(fingerprint('m')).toBe(fingerprint('m'))
    expect(fingerprint('m')).not.toBe(fingerprint('n'))
  })
})

describe('tokens and digests', () => {
  test('a token has the requested number of bytes, in characters that are valid in a URL', () => {
    expect(Buffer.from(randomToken(32), 'base64url')).toHaveLength(32)
    expect(randomToken(32)).toMatch(/^[\w-]{43}$/)
    expect(randomToken(32)).not.toBe(randomToken(32))
  })
  test('digests follow the standards', () => {
    expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    expect(hmacSha256Hex('Jefe', 'what do ya want for nothing?')).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    )
    const body = '中'.repeat(350_000)
    expect(hmacSha256Hex('s', body)).toBe(createHmac('sha256', 's').update(Buffer.from(body)).digest('hex'))
  })
  test('equality compares bytes', () => {
    expect(equalConstantTime('abc', Buffer.from('abc'))).toBe(true)
    expect(equalConstantTime('', '')).toBe(true)
    for (const [a, b] of [['abc', 'abd'], ['abc', 'abcd'], ['', 'a'], ['é', 'e']] as const) // biome-ignore format: pairs
      expect(equalConstantTime(a, b)).toBe(false)
  })
})
