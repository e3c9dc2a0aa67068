import { describe, expect, test } from 'vitest'
import { buildMatcher } from '../../platform/words/matcher.ts'
import { blockEnd, canonicalNetwork, networksAround, shownNetwork } from './ip-blacklist.rules.ts'
import { readWordList, screen, writeWordLine } from './words.rules.ts'

describe('networks', () => {
  const cases: Array<[string, string | undefined]> = [
    ['203.0.113.9', '203.0.113.9/32'],
    ['203.0.113.9/24', '203.0.113.0/24'],
    [' 203.0.113.9 ', '203.0.113.9/32'],
    ['::ffff:203.0.113.9', '203.0.113.9/32'],
    ['::ffff:203.0.113.9/120', '203.0.113.0/24'],
    ['2001:DB8::1', '2001:db8::1/128'],
    ['2001:db8:1:2:3::/64', '2001:db8:1:2::/64'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['203.0.113.9/33', undefined],
    ['::ffff:203.0.113.9/24', undefined],
    ['2001:db8::/129', undefined],
    ['203.0.113', undefined],
    ['010.1.1.1', undefined],
    ['203.0.113.9/', undefined],
    ['203.0.113.9/24/8', undefined],
    ['nonsense', undefined],
    ['', undefined],
  ]
  for (const [text, network] of cases)
    test(`${JSON.stringify(text)} is ${network ?? 'none'}`, () => {
      expect(canonicalNetwork(text)).toBe(network)
    })

  test('an address is in every network around it', () => {
    expect(networksAround('::ffff:203.0.113.9')).toContain('203.0.113.0/24')
    expect(networksAround('203.0.113.9')).toHaveLength(33)
    expect(networksAround('2001:db8::1')).toContain('2001:db8::/32')
    expect(networksAround('unknown')).toEqual([])
  })

  test('a single address is shown without its prefix length', () => {
    expect(shownNetwork('203.0.113.9/32')).toBe('203.0.113.9')
    expect(shownNetwork('2001:db8::/32')).toBe('2001:db8::/32')
  })

  test('a block ends, or never', () => {
    expect([blockEnd('7d', 0), blockEnd('30d', 0), blockEnd('permanent', 0)]).toEqual([
      7 * 86_400_000,
      30 * 86_400_000,
      null,
    ])
  })
})

describe('words', () => {
  const words = [
    { word: '赌博', action: 'default', replacement: '' },
    { word: 'darn', action: 'default', replacement: 'd**n' },
    { word: '发票', action: 'reject', replacement: '' },
    { word: 'heck', action: 'replace', replacement: '' },
  ] as const
  const matcher = buildMatcher(
    words.map(({ word, ...rest }, index) => ({ word, id: { id: index + 1, ...rest } })),
  )
  const cases: Array<[string, 'replace' | 'reject', string | 'refused', number[]]> = [
    ['来赌博吧', 'replace', '来***吧', [1]],
    ['来赌博吧', 'reject', 'refused', [1]],
    ['Oh, DARN it', 'reject', 'Oh, d**n it', [2]],
    ['代开发票', 'replace', 'refused', [3]],
    ['what the ｈｅｃｋ', 'reject', 'what the ***', [4]],
    ['赌.博 and d-a-r-n', 'replace', '*** and d**n', [1, 2]],
    ['赌博赌博', 'replace', '******', [1]],
    ['清清白白', 'reject', '清清白白', []],
  ]
  for (const [text, mode, expected, hits] of cases)
    test(`${text} (${mode}): ${expected}`, () => {
      const screening = screen(matcher, text, mode)
      expect([screening.refused ? 'refused' : screening.text, screening.hits]).toEqual([expected, hits])
    })

  test('a list is parsed and written in the same format', () => {
    const text = '赌博\r\n\n# a remark\n!发票\nfoo => bar\n ... \n赌博\n'
    const { words: read, wrong } = readWordList(`\uFEFF${text}`)
    expect(read.map(writeWordLine)).toEqual(['赌博', '!发票', 'foo => bar'])
    expect([...wrong]).toEqual([[6, 'not-findable']])
    expect([...readWordList('字'.repeat(101)).wrong]).toEqual([[1, 'too-long']])
  })
})
