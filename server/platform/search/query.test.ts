import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asPrefixes, parseQuery, type Query } from './query.ts'

// fast-check's own arbitrary for all of Unicode takes more than a second to create.
const anyUnits = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 50 })
  .map((units) => String.fromCharCode(...units))

const shown = ({ terms }: Query) =>
  terms.map((term) =>
    term.phrases.map((phrase) => phrase.tokens.join(' ') + (phrase.prefix ? '*' : '')).join(' | '),
  )

describe('a query contains', () => {
  const table: [string, string[]][] = [
    ['', []],
    ['  \t ', []],
    ['hello World', ['hello', 'world']],
    ['hello HELLO héllo', ['hello']],
    ['"hello world" again', ['hello world', 'again']],
    [
      '“hello world” 「你好 世界」 «a b» 『c d』 ＂e f＂',
      ['hello world', '你好 好＿ 世界', 'a b', 'c d', 'e f'],
    ],
    ['"unbalanced quote', ['unbalanced', 'quote']],
    ['a "b c" "d e', ['a', 'b c', 'd', 'e']],
    ['""', []],
    ['e-mail', ['e mail | email']],
    ['foo@bar.com', ['foo bar com']],
    ['C++ .net node.js', ['c＋＋', '．net', 'node js | nodejs']],
    ['中', ['中']],
    ['中文', ['中文']],
    ['中文搜索', ['中文 文搜 搜索']],
    ['Python教程', ['python', '教程']],
    ['"用Python写"', ['用＿ python 写*']],
    ['"用Python写代码"', ['用＿ python 写代 代码']],
    ['NEAR(a b, 3) AND OR NOT', ['near', 'a', 'b', '3', 'and', 'or', 'not']],
    ['title:foo* ^bar -baz {x}', ['title', 'foo', 'bar', 'baz', 'x']],
    ["100% a_b ' \\ & | ! : * ( ) <->", ['100', 'a b | ab']],
  ]
  for (const [text, expected] of table)
    test(JSON.stringify(text), () => expect(shown(parseQuery(text))).toEqual(expected))
})

describe('as prefixes it contains', () => {
  const table: [string, string[] | undefined][] = [
    ['', undefined],
    ['é', ['e*']],
    ['caf zeb', ['caf*', 'zeb*']],
    ['caf "red dog"', ['caf*', 'red dog']],
    ['"caf"', undefined],
    ['caf "caf"', undefined],
    ['"caf" caf zeb', ['caf', 'zeb*']],
    ['中', undefined],
    ['中文搜索', undefined],
    ['中 python搜索', ['中', 'python*', '搜索']],
    ['"用Python写"', undefined],
    ['e-m', ['e m* | em*']],
    ['C++ .ne node.j', ['c＋＋*', '．ne*', 'node j* | nodej*']],
    ['foo* & | ! :* <->', ['foo*']],
    ['to be or not to b', ['to', 'be*', 'or*', 'not*', 'b*']],
  ]
  for (const [text, expected] of table)
    test(JSON.stringify(text), () => {
      const begun = asPrefixes(parseQuery(text))
      expect(begun && shown(begun)).toEqual(expected)
    })
})

test('a long run without spaces is split into parts when any word is enough', () => {
  const partsOf = (text: string) =>
    parseQuery(text).terms.flatMap((term) => term.parts.map((part) => part.tokens.join(' ')))
  expect(partsOf('学习编程')).toEqual(['学习', '习编', '编程'])
  expect(partsOf('编程学')).toEqual([])
  expect(partsOf('"学习编程"')).toEqual([])
})

test('a query of any length stays small', () => {
  const words = parseQuery(Array.from({ length: 500 }, (_, i) => `w${i}`).join(' '))
  expect(words.terms).toHaveLength(20)
  const run = parseQuery('中'.repeat(100_000))
  expect(run.terms[0]?.phrases[0]?.tokens.length).toBe(64)
})

test('never throws, and phrases are never empty', () => {
  fc.assert(
    fc.property(anyUnits, (text) => {
      const query = parseQuery(text)
      for (const { terms } of [query, asPrefixes(query) ?? query])
        for (const { phrases } of terms)
          for (const { tokens } of phrases) expect(tokens.every((token) => token !== '')).toBe(true)
    }),
  )
})
