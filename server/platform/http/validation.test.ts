import {
  Changes,
  Colour,
  Flag,
  Id,
  Instant,
  InstantAsUpperBound,
  Nullable,
  OneOf,
  Text,
  Verbatim,
} from '@inkstone/contract/schema.ts'
import { type TSchema, Type } from '@sinclair/typebox'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { issueText } from '../core/problem.ts'
import { createZone } from '../times/times.ts'
import { createReaders } from './validation.ts'

const readerOf = createReaders(createZone('Asia/Shanghai'))

const fields = {
  title: Text({ min: 1, max: 5 }),
  note: Type.Optional(Verbatim({ min: 2, max: 5 })),
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: 10 })),
  part_id: Type.Optional(Id),
  on: Type.Optional(Flag),
  kind: Type.Optional(OneOf(['a', 'b'])),
  begins: Type.Optional(Instant),
  ends: Type.Optional(Nullable(InstantAsUpperBound)),
  colour: Type.Optional(Colour),
  numbers: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 2 })),
  items: Type.Optional(Type.Array(Type.Object({ name: Text({ min: 1, max: 3 }) }), { maxItems: 2 })),
  inner: Type.Optional(Nullable(Type.Object({ name: Text({ min: 1, max: 3 }) }))),
}
const read = readerOf(Type.Object(fields))
const readChanges = readerOf(Changes(Type.Object(fields)))

function issuesIn(value: unknown, reader = read): Record<string, string[]> {
  return Object.fromEntries(
    [...reader(value)].map(([field, found]) => [field, found.map(({ name }) => name)]),
  )
}

describe('every issue is reported with its field', () => {
  const wrong = [
    ['title', undefined, ['required']],
    ['title', null, ['not-text']],
    ['title', 5, ['not-text']],
    ['title', ' \t\u3000\n', ['required']],
    ['title', 'abcdef', ['too-long']],
    ['note', 'a', ['too-short']],
    ['note', '', ['too-short']],
    ['size', 0, ['too-small']],
    ['size', 11, ['too-large']],
    ['size', 1.5, ['not-integer']],
    ['size', '5', ['not-integer']],
    ['size', null, ['not-integer']],
    ['size', [], ['not-integer']],
    ['part_id', 2 ** 53, ['too-large']],
    ['part_id', -1, ['too-small']],
    ['on', 2, ['not-flag']],
    ['on', 'true', ['not-flag']],
    ['on', null, ['not-flag']],
    ['kind', 'c', ['not-allowed']],
    ['kind', '__proto__', ['not-allowed']],
    ['begins', '2026-02-30', ['not-time']],
    ['begins', 1_767_225_600, ['not-text']],
    ['begins', null, ['not-text']],
    ['ends', 'soon', ['not-time']],
    ['ends', {}, ['not-text']],
    ['colour', 'red', ['malformed']],
    ['numbers', [], ['too-few']],
    ['numbers', [1, 2, 3], ['too-many']],
    ['numbers', [1, 'x'], ['not-integer']],
    ['numbers', ['x', 0], ['not-integer', 'too-small']],
    ['numbers', { 0: 1 }, ['not-list']],
    ['items', [1], ['not-object']],
    ['inner', 'x', ['not-object']],
  ] as const
  for (const [field, value, issues] of wrong)
    test(`${field}: ${JSON.stringify(value)} is ${issues.join(' and ')}`, () => {
      const body: Record<string, unknown> = { title: 'ok', [field]: value }
      if (value === undefined) delete body[field]
      expect(issuesIn(body)).toEqual({ [field]: issues })
    })

  test('in a list or an object, with its path', () => {
    expect(issuesIn({ title: 'ok', items: [{ name: 'ok' }, {}], inner: { name: 'long' } })).toEqual({
      'items.1.name': ['required'],
      'inner.name': ['too-long'],
    })
  })

  test('all issues at once', () => {
    expect(issuesIn({ note: 'a', size: 'x', on: 3, kind: 1, begins: 'x', numbers: 'x' })).toEqual({
      title: ['required'],
      note: ['too-short'],
      size: ['not-integer'],
      on: ['not-flag'],
      kind: ['not-text', 'not-allowed'],
      begins: ['not-time'],
      numbers: ['not-list'],
    })
  })

  for (const [what, body] of Object.entries({ list: [], text: 'x', number: 1, nothing: null }))
    test(`a body that is a ${what} is not an object`, () =>
      expect(issuesIn(body)).toEqual({ body: ['not-object'] }))

  test('any value is parsed or has issues with a text in both languages', () => {
    const json = fc.jsonValue({ maxDepth: 2 })
    const value = fc.oneof(
      json,
      fc.record(Object.fromEntries(Object.keys(fields).map((key) => [key, json])), {
        requiredKeys: [],
      }),
    )
    fc.assert(
      fc.property(value, (value) => {
        for (const found of read(structuredClone(value)).values())
          for (const issue of found)
            for (const language of ['en', 'zh'] as const) {
              expect(issueText(issue, language)).not.toMatch(/[{}]|undefined/)
              expect(issueText(issue, language)).not.toBe('')
            }
      }),
      { numRuns: 100 },
    )
  })
})

describe('valid values are converted', () => {
  function taken(body: Record<string, unknown>, reader = read) {
    expect(issuesIn(body, reader)).toEqual({})
    return body
  }

  test('strings are trimmed or kept as they are', () => {
    expect(taken({ title: '  a b\u3000', note: '  x ' })).toEqual({ title: 'a b', note: '  x ' })
  })

  test('lengths count code points, after trimming', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '中', '😀', 'é', ' ', '\u3000'), maxLength: 9 }),
        (text) => {
          const { length } = [...text.trim()]
          const issues = issuesIn({ title: text }).title ?? []
          expect(issues).toEqual(length === 0 ? ['required'] : length > 5 ? ['too-long'] : [])
        },
      ),
      { numRuns: 300 },
    )
  })

  test('flags are 0 and 1', () => {
    expect([0, 1, true, false].map((on) => taken({ title: 'x', on }).on)).toEqual([0, 1, 1, 0])
  })

  test('times are moments of the zone; a date alone is its first or last', () => {
    expect(taken({ title: 'x', begins: '2026-03-01', ends: ' 2026-03-01 ' })).toEqual({
      title: 'x',
      begins: Date.parse('2026-02-28T16:00:00Z'),
      ends: Date.parse('2026-03-01T15:59:59.999Z'),
    })
    expect(taken({ title: 'x', ends: null, inner: null })).toEqual({ title: 'x', ends: null, inner: null })
  })

  test('unknown fields are removed, nested ones too', () => {
    const body = {
      title: 'x',
      is_admin: 1,
      constructor: 1,
      items: [{ name: 'a', id: 9 }],
      inner: { name: 'b', c: 1 },
    }
    expect(taken(body)).toEqual({ title: 'x', items: [{ name: 'a' }], inner: { name: 'b' } })
  })

  test('in an update nothing is required, and no defaults are added', () => {
    expect(taken({}, readChanges)).toEqual({})
    expect(taken({ size: 2 }, readChanges)).toEqual({ size: 2 })
    expect(issuesIn({ title: '' }, readChanges)).toEqual({ title: ['required'] })
  })

  test('a default replaces a missing value, but never an invalid one', () => {
    const reader = readerOf(Type.Object({ size: Type.Integer({ default: 7 }) }) as TSchema)
    expect(taken({}, reader)).toEqual({ size: 7 })
    expect(issuesIn({ size: null }, reader)).toEqual({ size: ['not-integer'] })
  })
})
