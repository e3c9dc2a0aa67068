import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildMatcher, isFindable, mask } from './matcher.ts'

// fast-check's own arbitrary for all of Unicode takes more than a second to create.
const anyUnits = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 50 })
  .map((units) => String.fromCharCode(...units))

const matcher = buildMatcher([
  { word: 'badword', id: 'badword' },
  { word: '法宝经', id: '法宝经' },
  { word: '坏蛋', id: '坏蛋' },
  { word: 'shit', id: 'shit' },
  { word: 'hell', id: 'hell' },
  { word: 'ass', id: 'ass' },
  { word: 'Buy Now', id: 'buy now' },
  { word: '加QQ', id: '加QQ' },
  { word: '卡拉', id: '卡拉' },
  { word: '12345', id: '12345' },
  { word: 'дурак', id: 'дурак' },
  { word: '🖕', id: '🖕' },
])
const found = (text: string) => matcher.find(text).map(({ id }) => id)
const masked = (text: string) => mask(text, matcher.find(text), () => '***')

describe('ways to hide a word', () => {
  const ways: [string, string, string][] = [
    ['case', 'a BaDwOrD b', 'a *** b'],
    ['full-width forms', 'a ｂａｄＷＯＲＤ b', 'a *** b'],
    ['zero-width characters', 'a bad\u200bwo\u200d\ufeffrd b', 'a *** b'],
    ['soft hyphens and direction marks', 'a ba\u00addw\u202eor\u2066d b', 'a *** b'],
    ['accents', 'a bädwôrđ b', 'a *** b'],
    ['combining characters', 'a b\u0301a\u0336d\u0489w\u20ddord\u0301 b', 'a *** b'],
    ['decorated letters', 'a 𝓫𝓪𝓭ⓦⓞⓡⓓ b', 'a *** b'],
    ['punctuation between letters', 'a b.a.d-w_o*r/d b', 'a *** b'],
    ['punctuation in one place', 'a bad*word b', 'a *** b'],
    ['spaces between letters', 'a b a d w o  r d b', 'a *** b'],
    ['symbols and emoji between letters', 'a b★a😀d♥w→o★r★d b', 'a *** b'],
    ['variation selectors', 'a b\ufe0fad\u{e0100}word b', 'a *** b'],
    ['digits around', 'a 1badword2 b', 'a 1***2 b'],
    ['Chinese around', '一badword二', '一***二'],
    ['spaces in Chinese', '学法 宝\u3000经吧', '学***吧'],
    ['punctuation in Chinese', '学法*宝·经吧', '学***吧'],
    ['sentence marks after every Chinese character', '学法，宝。经吧', '学***吧'],
    ['Latin letters of other scripts', 'Ты ДУРА́К!', 'Ты ***!'],
    ['a skin tone', 'go 🖕🏿!', 'go ***!'],
  ]
  for (const [way, text, expected] of ways) test(way, () => expect(masked(text)).toBe(expected))
})

describe('other words', () => {
  const innocent = [
    'class, assess, glass, Shell, hello',
    "he’s hit the ball, it's hit",
    "he'll and she'll",
    'bad word',
    'push it; as sure as sin',
    '0123456',
    '他坏。蛋炒饭',
    '不好坏，蛋好',
    '坏\n蛋',
    '法宝经'.split('').reverse().join(''),
    '加qqq',
    'дуракам',
  ]
  for (const text of innocent) test(JSON.stringify(text), () => expect(found(text)).toEqual([]))
})

describe('still matches', () => {
  const table: [string, string[]][] = [
    ['kick-ass!', ['ass']],
    ['s h i t', ['shit']],
    ['Buy now! BUY-NOW, buynow, b u y n o w', ['buy now', 'buy now', 'buy now', 'buy now']],
    ['buy, now', ['buy now']],
    ['请加QQ123456', ['加QQ']],
    ['加 q q', ['加QQ']],
    ['tel12345', ['12345']],
    ['坏 蛋', ['坏蛋']],
    ['卡拉OK', ['卡拉']],
  ]
  for (const [text, expected] of table)
    test(JSON.stringify(text), () => expect(found(text)).toEqual(expected))
})

test('matches have their position in the original text, in order', () => {
  const text = 'ｓｈｉｔ\u200b and b.a.d.w.o.r.d，坏蛋'
  const places = matcher.find(text).map(({ id, start, end }) => [id, text.slice(start, end)])
  expect(places).toEqual([
    ['shit', 'ｓｈｉｔ\u200b'],
    ['badword', 'b.a.d.w.o.r.d'],
    ['坏蛋', '坏蛋'],
  ])
})

test('overlapping words are all found, and masked together', () => {
  const words = ['中文', '文字', '中文字典', '中', '中文'].map((word, id) => ({ word, id }))
  const nested = buildMatcher(words)
  expect(nested.find('看中文字典').map(({ id }) => id)).toEqual([2, 0, 4, 3, 1])
  expect(mask('看中文字典', nested.find('看中文字典'), String)).toBe('看2')
  expect(mask('看中文字', nested.find('看中文字'), String)).toBe('看0')
})

test('each word has its own replacement', () => {
  expect(mask('shit 坏蛋', matcher.find('shit 坏蛋'), (id) => `[${id.length}]`)).toBe('[4] [2]')
})

test('a word without letters is ignored', () => {
  expect(['***', '', ' ', '…'].map(isFindable)).toEqual([false, false, false, false])
  expect(['a', '中', '🖕', '卐', '1'].map(isFindable)).toEqual([true, true, true, true, true])
  expect(
    buildMatcher([
      { word: '***', id: 1 },
      { word: '', id: 2 },
    ]).find('*** anything ***'),
  ).toEqual([])
  expect(buildMatcher([]).find('anything')).toEqual([])
})

const letters = fc
  .array(
    fc.constantFrom(
      'a',
      'b',
      'Ａ',
      'é',
      '中',
      '文',
      '.',
      ' ',
      '，',
      "'",
      '1',
      '\u0301',
      '\u200b',
      '😀',
      '\ud83d',
      '㍿',
    ),
    { maxLength: 30 },
  )
  .map((chosen) => chosen.join(''))

test('any words and text give valid offsets, and masking removes exactly the matches', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(letters, anyUnits)), letters, (words, text) => {
      const matches = buildMatcher(words.map((word, id) => ({ word, id }))).find(text)
      const covered = new Set<number>()
      let before = 0
      for (const { id, start, end } of matches) {
        expect(words[id]).toBeDefined()
        expect(start).toBeGreaterThanOrEqual(before)
        expect(end).toBeGreaterThan(start)
        expect(end).toBeLessThanOrEqual(text.length)
        for (let at = start; at < end; at++) covered.add(at)
        before = start
      }
      const left = text.split('').filter((_, at) => !covered.has(at))
      expect(mask(text, matches, () => '')).toBe(left.join(''))
    }),
  )
})

test('finds what a plain search finds, if nothing is hidden', () => {
  const run = fc.string({ unit: fc.constantFrom('中', '文', '字'), minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(
      fc.uniqueArray(run, { maxLength: 20 }),
      fc.string({ unit: fc.constantFrom('中', '文', '字') }),
      (words, text) => {
        const expected = words.flatMap((word, id) =>
          Array.from(text, (_, start) => start)
            .filter((start) => text.startsWith(word, start))
            .map((start) => ({ id, start, end: start + word.length })),
        )
        expect(buildMatcher(words.map((word, id) => ({ word, id }))).find(text)).toEqual(
          expected.sort((a, b) => a.start - b.start || b.end - a.end),
        )
      },
    ),
  )
})
