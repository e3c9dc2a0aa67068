import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { etagOf, matchesNone, matchesState } from './etag.ts'

const version = fc.option(fc.nat(), { nil: undefined })

test('is one weak tag that is valid in a header', () => {
  fc.assert(
    fc.property(fc.string(), version, (json, version) => {
      expect(etagOf(json, version)).toMatch(/^W\/"[\w-]+"$/)
      expect(etagOf(json, version)).toBe(etagOf(json, version))
    }),
  )
})

test('differs for another body', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), version, (one, other, version) => {
      fc.pre(one !== other)
      expect(etagOf(one, version)).not.toBe(etagOf(other, version))
    }),
  )
})

describe('If-None-Match', () => {
  const etag = etagOf('{}', undefined)
  const matches = [etag, etag.slice(2), '*', `"other", ${etag}`, `"a",,${etag.slice(2)}`, ` ${etag} `]
  for (const header of matches)
    test(`${header} matches the current state`, () => expect(matchesNone(header, etag)).toBe(false))
  for (const header of [undefined, '', '"other"', etag.slice(0, -2), ','])
    test(`${header} does not match`, () => expect(matchesNone(header, etag)).toBe(true))
})

describe('If-Match', () => {
  test('matches exactly the current state', () => {
    fc.assert(
      fc.property(fc.string(), version, (json, version) => {
        const etag = etagOf(json, version)
        expect(matchesState(etag, etag)).toBe(true)
        expect(matchesState(`"x", ${etag}`, etag)).toBe(true)
        expect(matchesState('*', etag)).toBe(true)
      }),
    )
  })

  test('of a resource with a version compares only the version: a counter does not matter', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.nat(), fc.nat(), (one, other, version, later) => {
        expect(matchesState(etagOf(one, version), etagOf(other, version))).toBe(true)
        expect(matchesState(etagOf(one, version), etagOf(one, later))).toBe(version === later)
      }),
    )
  })

  test('of a resource without one compares the whole tag', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        expect(matchesState(etagOf(one, undefined), etagOf(other, undefined))).toBe(one === other)
      }),
    )
  })

  test('accepts any header without throwing', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        fc.pre(!/[*]|v1/.test(header))
        expect(matchesState(header, etagOf('{}', 1))).toBe(false)
      }),
    )
  })
})
