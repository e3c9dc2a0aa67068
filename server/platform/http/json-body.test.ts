import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fieldTexts, Problem } from '../core/problem.ts'
import { parseJsonBody } from './json-body.ts'

const parse = (text: string) => parseJsonBody(Buffer.from(text))

function refusal(bytes: Buffer): Problem {
  try {
    parseJsonBody(bytes)
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  throw new Error('it was taken')
}

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')

test('parses everything that JSON can express', () => {
  // -0 is written as 0.
  const anything = fc.jsonValue({ maxDepth: 5 }).map((value) => JSON.parse(JSON.stringify(value)))
  fc.assert(
    fc.property(anything, (value) => {
      fc.pre(isStorable(JSON.stringify(value)) && !/__proto__|\\u/.test(JSON.stringify(value)))
      expect(parse(JSON.stringify(value))).toEqual(value)
    }),
  )
})

test('an empty body is an empty object', () => expect(parse('')).toEqual({}))

test('any input is a value or a problem', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 50 }),
    fc
      .string({ unit: fc.constantFrom(...'[]{}",:\\u0d8e1 '), maxLength: 50 })
      .map((text) => Buffer.from(text)),
  )
  fc.assert(
    fc.property(bytes, (bytes) => {
      try {
        parseJsonBody(Buffer.from(bytes))
      } catch (error) {
        expect(error).toBeInstanceOf(Problem)
      }
    }),
    { numRuns: 1000 },
  )
})

describe('depth', () => {
  const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth)

  test('64 levels are parsed; 65 and 20,000 are rejected immediately', () => {
    expect(() => parse(nested(64, '[', ']'))).not.toThrow()
    for (const depth of [65, 20_000, 5_000_000])
      expect(refusal(Buffer.from(nested(depth, '[', ']'))).problem).toBe('json-too-deep')
    expect(refusal(Buffer.from(`${'{"a":'.repeat(65)}1${'}'.repeat(65)}`)).problem).toBe('json-too-deep')
  })

  test('brackets in strings do not count', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('[', '{', '"', '\\', 'x', '中'), maxLength: 300 }),
        (some) => {
          // Where the end of a text is not seen, what comes after it counts as levels.
          const text = some + '['.repeat(65)
          expect(parse(JSON.stringify({ text, more: text }))).toEqual({ text, more: text })
        },
      ),
    )
  })
})

describe('number of values', () => {
  const list = (count: number) => `[${Array(count).fill('[]').join(',')}]`

  test('tens of thousands are parsed, more are rejected, whatever they are', () => {
    expect(() => parse(list(20_000))).not.toThrow()
    for (const text of [list(60_000), list(3_000_000), `{${'"__proto__":1,'.repeat(60_000)}"a":1}`])
      expect(refusal(Buffer.from(text)).problem).toBe('json-too-long')
  })

  test('commas in strings do not count', () => {
    expect(parse(JSON.stringify({ text: ','.repeat(200_000) }))).toEqual({ text: ','.repeat(200_000) })
  })

  test('invalid characters are reported in a bounded list', () => {
    const fields = Array.from({ length: 1000 }, (_, index) => `"k${index}":"\\u0000"`)
    const { details } = refusal(Buffer.from(`{${fields.join(',')}}`))
    expect(Object.keys(fieldTexts(details.fields ?? new Map(), 'en'))).toHaveLength(51)
  })
})

describe('__proto__', () => {
  for (const [how, key] of [
    ['plainly', '__proto__'],
    ['with its letters escaped', '\\u005f\\u005fproto__'],
    ['with another letter escaped', '__\\u0070roto__'],
    ['in capitals of the escape', '\\u005F_proto__'],
  ])
    test(`written ${how} is removed, at any depth`, () => {
      const value = parse(`{"a":[{"${key}":{"admin":true},"b":1}],"${key}":null}`)
      expect(value).toEqual({ a: [{ b: 1 }] })
      expect(Object.keys(value as object)).toEqual(['a'])
      expect(Object.prototype).not.toHaveProperty('admin')
    })

  test('as a value is just a string', () => expect(parse('["__proto__"]')).toEqual(['__proto__']))
})

describe('characters that cannot be stored', () => {
  const fieldsOf = (text: string) => [...(refusal(Buffer.from(text)).details.fields?.keys() ?? [])]

  test('are reported with their field', () => {
    expect(fieldsOf('{"title":"a\\u0000b"}')).toEqual(['title'])
    expect(fieldsOf('{"title":"\\ud83d"}')).toEqual(['title'])
    expect(fieldsOf('{"title":"\\ude00\\ud83d"}')).toEqual(['title'])
    expect(fieldsOf('{"tags":["ok","\\u0000"]}')).toEqual(['tags'])
    expect(fieldsOf('{"list":[{"title":"x"},{"title":"\\udc00"}]}')).toEqual(['list.1.title'])
    expect(fieldsOf('{"a":"\\u0000","b":{"c":"\\ud800"}}')).toEqual(['a', 'b.c'])
    expect(fieldsOf('{"k\\u0000":1}')).toEqual(['body'])
    expect(fieldsOf('"\\u0000"')).toEqual(['body'])
  })

  test('an escaped pair is one character, and all other escapes are parsed', () => {
    expect(parse('{"a":"\\ud83d\\ude00 \\u4e2d\\n"}')).toEqual({ a: '😀 中\n' })
  })

  test('are exactly NUL and half a surrogate pair', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) }), (text) => {
        const escaped = [...text.split('')]
          .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
          .join('')
        const body = `{"text":"${escaped}"}`
        if (isStorable(text)) expect(parse(body)).toEqual({ text })
        else expect(fieldsOf(body)).toEqual(['text'])
      }),
    )
  })

  test('invalid UTF-8 is rejected', () => {
    for (const bytes of [
      [0x22, 0xff, 0x22],
      [0x22, 0xed, 0xa0, 0x80, 0x22],
      [0x22, 0xc0, 0x80, 0x22],
      [0xff, 0xfe],
    ])
      expect(refusal(Buffer.from(bytes)).problem).toBe('bad-encoding')
  })

  for (const text of ['{', '{"a":}', "{'a':1}", '{"a":1,}', 'undefined', 'NaN', '"\0"', '"\n"', '01', '{}{}'])
    test(`${JSON.stringify(text)} is not JSON`, () =>
      expect(refusal(Buffer.from(text)).problem).toBe('bad-json'))
})
