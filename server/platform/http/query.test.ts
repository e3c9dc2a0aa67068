import { Id, IdList, OneOf, PageQuery, Text } from '@inkstone/contract/schema.ts'
import { Type } from '@sinclair/typebox'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boundsOf, paginated } from '../core/page.ts'
import { createZone } from '../times/times.ts'
import { typed } from './query.ts'
import { createReaders, type Reader } from './validation.ts'

const readerOf = createReaders(createZone('UTC'))
const readers = new Map<object, Reader>()

/** What a route would get, or the names of the issues by field. */
function read(schema: ReturnType<typeof Type.Object>, given: Record<string, unknown>) {
  const reader = readers.get(schema) ?? readerOf(schema)
  readers.set(schema, reader)
  const { values, issues } = typed(schema, given)
  const wrong = new Map([...reader(values), ...issues])
  return wrong.size === 0
    ? { values }
    : {
        wrong: Object.fromEntries([...wrong].map(([field, found]) => [field, found.map(({ name }) => name)])),
      }
}

describe('an id', () => {
  const params = Type.Object({ id: Id })

  test('is any positive safe integer', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (id) => {
        expect(read(params, { id: String(id) })).toEqual({ values: { id } })
      }),
    )
  })

  test('is nothing else', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.float().map(String), fc.integer({ max: 0 }).map(String)),
        (text) => {
          fc.pre(!/^\d+$/.test(text) || Number(text) === 0)
          expect(read(params, { id: text })).toHaveProperty('wrong.id')
        },
      ),
      { numRuns: 500 },
    )
  })

  for (const text of [
    '',
    ' ',
    ' 1',
    '1 ',
    '+1',
    '-1',
    '0',
    '-0',
    '00',
    '1.0',
    '1e3',
    '0x1',
    '１',
    '1n',
    'NaN',
    'Infinity',
    'null',
    'true',
  ])
    test(`is not ${JSON.stringify(text)}`, () => {
      expect(read(params, { id: text })).toHaveProperty('wrong.id')
    })

  test('that is too large matches nothing', () => {
    const nothing = { values: { id: Number.MAX_SAFE_INTEGER } }
    expect(read(params, { id: '9007199254740992' })).toEqual(nothing)
    expect(read(params, { id: '9'.repeat(400) })).toEqual(nothing)
  })
})

describe('a page', () => {
  test('defaults to 1 and 20', () => {
    expect(read(PageQuery, {})).toEqual({ values: { page: 1, page_size: 20 } })
  })

  test('has at most 100 items, however many are requested', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 40n }), (size) => {
        const expected = size > 100n ? 100 : Number(size)
        expect(read(PageQuery, { page_size: String(size) })).toEqual({
          values: { page: 1, page_size: expected },
        })
      }),
    )
  })

  for (const name of ['page', 'page_size'] as const)
    for (const text of ['0', '-1', '1.5', 'x', '', '1e2', ' 1'])
      test(`is rejected if ${name} is ${JSON.stringify(text)}`, () => {
        expect(read(PageQuery, { [name]: text })).toHaveProperty(`wrong.${name}`)
      })

  test('has limits within the integers of the database, and a valid page count', () => {
    const whole = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
    fc.assert(
      fc.property(whole, fc.integer({ min: 1, max: 100 }), fc.nat(), (page, page_size, total) => {
        const { limit, offset } = boundsOf({ page, page_size })
        expect(limit).toBe(page_size)
        expect(Number.isSafeInteger(offset) && offset >= 0).toBe(true)
        const shown = paginated({ rows: [], total }, { page, page_size }, (row) => row)
        expect(shown.total_pages * page_size).toBeGreaterThanOrEqual(total)
        expect((shown.total_pages - 1) * page_size).toBeLessThan(Math.max(total, 1))
      }),
    )
  })
})

describe('a query', () => {
  const query = Type.Object({
    ids: Type.Optional(IdList(3)),
    flag: Type.Optional(Type.Unsafe<0 | 1>({ enum: [0, 1, true, false], flag: true })),
    sort: Type.Optional(OneOf(['newest', 'oldest'])),
    state: Type.Optional(OneOf([0, 1])),
    keyword: Type.Optional(Text({ max: 5 })),
  })

  const accepted = [
    ['ids', '3, 1,2', [3, 1, 2]],
    ['flag', 'true', 1],
    ['flag', '0', 0],
    ['state', '1', 1],
    ['keyword', '  ab ', 'ab'],
    ['keyword', '😀😀😀😀😀', '😀😀😀😀😀'],
  ] as const
  for (const [name, text, value] of accepted)
    test(`accepts ${name}=${text}`, () => {
      expect(read(query, { [name]: text })).toEqual({ values: { [name]: value } })
    })

  const refused = [
    ['ids', '1,2,3,4', 'too-many'],
    ['ids', '1,x', 'not-integer'],
    ['ids', '', 'not-integer'],
    ['ids', '1,,2', 'not-integer'],
    ['ids', '0', 'too-small'],
    ['flag', 'yes', 'not-flag'],
    ['flag', '2', 'not-flag'],
    ['sort', '__proto__', 'not-allowed'],
    ['state', '2', 'not-allowed'],
    ['keyword', 'abcdef', 'too-long'],
    ['keyword', 'a\0b', 'bad-characters'],
    ['keyword', ['a', 'b'], 'not-single'],
  ] as const
  for (const [name, text, issue] of refused)
    test(`reports ${issue} for ${name}=${JSON.stringify(text)}`, () => {
      expect(read(query, { [name]: text })).toEqual({ wrong: { [name]: [issue] } })
    })

  test('reports all issues at once, and ignores unknown parameters', () => {
    const given = { ids: 'x', state: '7', keyword: ['a', 'b'], other: '1', __proto__: { flag: '1' } }
    expect(Object.keys(read(query, given).wrong ?? {}).sort()).toEqual(['ids', 'keyword', 'state'])
    expect(read(query, { other: 'x' })).toEqual({ values: {} })
  })
})
