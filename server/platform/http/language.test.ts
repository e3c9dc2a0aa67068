import fc from 'fast-check'
import { expect, test } from 'vitest'
import { preferredLanguage } from './language.ts'

const preferences = [
  [undefined, 'en'],
  ['', 'en'],
  ['zh', 'zh'],
  ['ZH-cn', 'zh'],
  ['zh-Hans-CN,zh;q=0.9,en;q=0.8', 'zh'],
  ['en-US,en;q=0.9,zh;q=0.8', 'en'],
  ['en;q=0.5, zh;q=0.6', 'zh'],
  ['en, zh', 'en'],
  ['fr, zh;q=0.1', 'zh'],
  ['fr', 'en'],
  ['*', 'en'],
  ['zh;q=0', 'en'],
  ['zh;q=nonsense, en;q=0.1', 'en'],
  ['zhuang', 'en'],
  [';;;,,,q=', 'en'],
] as const
for (const [header, language] of preferences)
  test(`${JSON.stringify(header)} selects ${language}`, () => {
    expect(preferredLanguage(header)).toBe(language)
  })

test('the one with the higher weight is used, among any others in any order', () => {
  const weight = fc.integer({ min: 1, max: 1000 }).map((thousandths) => thousandths / 1000)
  fc.assert(
    fc.property(
      weight,
      weight,
      fc.boolean(),
      fc.constantFrom('de', 'ja;q=0.9', '*;q=0.1'),
      (zh, en, flip, other) => {
        fc.pre(zh !== en)
        const ours = [`zh-TW;q=${zh}`, `en-GB;q=${en}`]
        const header = [other, ...(flip ? ours.reverse() : ours)].join(', ')
        expect(preferredLanguage(header)).toBe(zh > en ? 'zh' : 'en')
      },
    ),
  )
})

test('any header gives a language', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 500 }), (header) => {
      expect(['en', 'zh']).toContain(preferredLanguage(header))
    }),
  )
})
