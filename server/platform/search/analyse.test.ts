import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tokensOf } from './analyse.ts'

const inOrder = (text: string) => tokensOf(text).filter((token) => token.position > 0)
const words = (text: string) => inOrder(text).map((token) => token.token)
const loose = (text: string) =>
  tokensOf(text)
    .filter((token) => token.position === 0)
    .map((token) => token.token)

describe('words in order', () => {
  const table: [string, string[]][] = [
    ['Hello, World!', ['hello', 'world']],
    ['Crème BRÛLÉE Łódź Straße smørrebrød', ['creme', 'brulee', 'lodz', 'strasse', 'smorrebrod']],
    ['cafe\u0301 caf\u00e9', ['cafe', 'cafe']],
    ['ﬁne ＦＵＬＬ ½ ① 𝐁𝐨𝐥𝐝', ['fine', 'full', '1', '2', '1', 'bold']],
    ['İstanbul ISPARTA ΟΔΟΣ οδός', ['istanbul', 'isparta', 'οδοσ', 'οδοσ']],
    ['soft\u00adhyphen zero\u200bwidth', ['softhyphen', 'zerowidth']],
    ['हिन्दी की का', ['हिन्दी', 'की', 'का']],
    ['שָׁלוֹם مُحَمَّد مـحـمـد', ['שלום', 'محمد', 'محمد']],
    ['C++ C# .NET F#, g++; ASP.NET', ['c＋＋', 'c＃', '．net', 'f＃', 'g＋＋', 'asp', 'net']],
    ['issue#12 #hash a+b ...so .5', ['issue', '12', 'hash', 'a', 'b', 'so', '5']],
    [
      'node.js foo@bar.com state-of-the-art',
      ['node', 'js', 'foo', 'bar', 'com', 'state', 'of', 'the', 'art'],
    ],
    ['3.14 1,000,000 10:30 v2.0', ['3', '14', '1', '000', '000', '10', '30', 'v2', '0']],
    ['中文搜索', ['中文', '文搜', '搜索', '索＿']],
    ['我用Python写', ['我用', '用＿', 'python', '写＿']],
    ['你好，世界', ['你好', '好＿', '世界', '界＿']],
    ['ｶﾞｷﾞ が か\u3099', ['ガギ', 'ギ＿', 'が＿', 'が＿']],
    ['한국 \u1112\u1161\u11ab국', ['한국', '국＿', '한국', '국＿']],
    ['𠮷野家', ['𠮷野', '野家', '家＿']],
    ['ภาษา', ['ภา', 'าษ', 'ษา', 'า＿']],
    ['', []],
    ['+-*/ …「」 😀 \ud800', []],
  ]
  for (const [text, expected] of table)
    test(JSON.stringify(text), () => expect(words(text)).toEqual(expected))
})

describe('additional tokens', () => {
  const table: [string, string[]][] = [
    ['e-mail', ['email']],
    ['state‑of‑the‑art', ['stateoftheart']],
    ['don’t', ['dont']],
    ['node.js', ['．js', 'nodejs']],
    ['snake_case', ['snakecase']],
    ['C++ C#', ['c', 'c']],
    ['.NET', ['net']],
    ['ASP.NET', ['．net', 'aspnet']],
    ['1,000,000', ['1000000']],
    ['1,2', []],
    ['3.14', []],
    ['555-1234', ['5551234']],
    ['foo@bar', []],
    ['TCP/IP', []],
    ['中文', ['中', '文']],
  ]
  for (const [text, expected] of table)
    test(JSON.stringify(text), () => expect(loose(text)).toEqual(expected))
})

test('offsets refer to the original text', () => {
  const text = '«Cafe\u0301» ﬁn ㍿ C++ ｶﾞ 𠮷野'
  const shown = tokensOf(text).map((token) => [token.token, text.slice(token.start, token.end)])
  expect(shown).toContainEqual(['cafe', 'Cafe\u0301'])
  expect(shown).toContainEqual(['fin', 'ﬁn'])
  expect(shown).toContainEqual(['株式', '㍿'])
  expect(shown).toContainEqual(['c＋＋', 'C++'])
  expect(shown).toContainEqual(['ガ', 'ｶﾞ'])
  expect(shown).toContainEqual(['𠮷野', '𠮷野'])
})

test('a very long word is found by its beginning, as one token', () => {
  const [token] = tokensOf('𐐨'.repeat(500))
  expect(token?.token).toBe('𐐨'.repeat(32))
  expect(words(`x${'𐐨'.repeat(500)}`)).toEqual([`x${'𐐨'.repeat(31)}`])
})

const anyText = fc.oneof(
  fc
    .array(
      fc.constantFrom(
        'a',
        'É',
        '中',
        '文',
        '.',
        '-',
        '+',
        '#',
        ' ',
        '１',
        'ｶ',
        'ﾞ',
        '\u0301',
        '\ud842',
        '\udfb7',
        "'",
      ),
    )
    .map((units) => units.join('')),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 50 })
    .map((units) => String.fromCharCode(...units)),
)

test('any text gives valid offsets, consecutive positions, and tokens that neither engine splits', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      for (const token of tokensOf(text)) {
        expect(token.token).toMatch(/^(?:[a-z0-9]|[^\0-\x7f\s])+$/u)
        expect(token.token).not.toMatch(/\p{Surrogate}/u)
        expect(token.start).toBeGreaterThanOrEqual(0)
        expect(token.end).toBeGreaterThan(token.start)
        expect(token.end).toBeLessThanOrEqual(text.length)
      }
      expect(inOrder(text).map((token) => token.position)).toEqual(inOrder(text).map((_, index) => index + 1))
    }),
  )
})

test('composed and decomposed, upper and lower case are equal', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...'aÉçñŐ中がガ한각ेö')).map((chars) => chars.join('')),
      (text) => {
        expect(words(text.normalize('NFD'))).toEqual(words(text))
        expect(words(text.toUpperCase())).toEqual(words(text.toLowerCase()))
      },
    ),
  )
})
