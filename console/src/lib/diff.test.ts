import { describe, expect, test } from 'vitest'
import { diffOf, rowsOf, tokensOf } from './diff.ts'
import { mergeBlocks } from './merge.ts'

describe('diffOf', () => {
  test('finds removed and added items', () => {
    expect(diffOf(['a', 'b', 'c', 'd'], ['a', 'c', 'x', 'd'])).toEqual([
      { kind: 'same', items: ['a'] },
      { kind: 'removed', items: ['b'] },
      { kind: 'same', items: ['c'] },
      { kind: 'added', items: ['x'] },
      { kind: 'same', items: ['d'] },
    ])
  })

  test.each([
    [[], []],
    [['a'], []],
    [[], ['a']],
    [
      ['a', 'b'],
      ['b', 'a'],
    ],
    [[...'kitten sitting'], [...'sitting kitten']],
    [[...'abcabba'], [...'cbabac']],
  ])('both sides of %j and %j can be rebuilt from it', (before, after) => {
    const parts = diffOf<string>(before, after)
    const side = (kind: string) =>
      parts.flatMap((part) => (part.kind === 'same' || part.kind === kind ? part.items : []))
    expect(side('removed')).toEqual(before)
    expect(side('added')).toEqual(after)
  })

  test('does not search for the shortest edit of two long texts without common parts', () => {
    const before = Array.from({ length: 5000 }, (_, n) => `a${n}`)
    const after = Array.from({ length: 5000 }, (_, n) => `b${n}`)
    expect(diffOf(before, after).map(({ kind }) => kind)).toEqual(['removed', 'added'])
  })
})

test('Chinese is compared by character, English by word', () => {
  expect(tokensOf('包含重点 in two words')).toEqual([
    '包',
    '含',
    '重',
    '点',
    ' ',
    'in',
    ' ',
    'two',
    ' ',
    'words',
  ])
})

test('a changed paragraph is beside its earlier version', () => {
  expect(rowsOf(['one', 'two', 'three'], ['one', 'two!', 'three', 'four'])).toEqual([
    { kind: 'same', before: 'one', after: 'one' },
    { kind: 'changed', before: 'two', after: 'two!' },
    { kind: 'same', before: 'three', after: 'three' },
    { kind: 'added', before: '', after: 'four' },
  ])
})

test('paragraphs with little in common are replaced, and versions of one paragraph stay together', () => {
  const before = ['Typography begins with a small decision.', 'Lines need air between them.', 'The end.']
  const after = ['New.', 'Long lines need more air between them.', 'Here it is.']
  expect(rowsOf(before, after)).toEqual([
    { kind: 'replaced', before: before[0], after: after[0] },
    { kind: 'changed', before: before[1], after: after[1] },
    { kind: 'replaced', before: before[2], after: after[2] },
  ])
  const swapped = rowsOf(['One two three four.', 'Gone.'], ['Came first.', 'One two three five.'])
  expect(swapped.map(({ kind }) => kind)).toEqual(['added', 'changed', 'removed'])
})

describe('mergeBlocks', () => {
  test.each([
    ['changes in different paragraphs are both taken', 'abc', 'xbc', 'aby', 'xby', 0],
    ['the same change is taken once', 'abc', 'axc', 'axc', 'axc', 0],
    ['a paragraph that both changed is kept twice', 'abc', 'axc', 'ayc', 'ayxc', 1],
    ['what one removed and the other left is removed', 'abc', 'ac', 'abcd', 'acd', 0],
    ['what both added at the end is kept', 'a', 'ax', 'ay', 'ayx', 1],
    ['what one removed and the other changed is kept as changed', 'abc', 'ac', 'ayc', 'ayc', 1],
    ['an untouched text is theirs', 'abc', 'abc', 'xyz', 'xyz', 0],
    ['something begins from nothing', '', 'x', '', 'x', 0],
    ['neighbouring changes are both taken', 'abcd', 'axcd', 'abyd', 'axyd', 0],
    ['the first and the last paragraph are changed', 'ab', 'xb', 'ay', 'xy', 0],
    ['all neighbours are changed in turn', 'abcd', 'xbzd', 'aycw', 'xyzw', 0],
    ['only the paragraph that both changed is kept twice', 'abcd', 'axyd', 'abzd', 'axzyd', 1],
    ['one inserts before a paragraph that the other changed', 'abc', 'axbc', 'ayc', 'axyc', 0],
    ['one inserts after a paragraph that the other changed', 'abc', 'abxc', 'ayc', 'ayxc', 0],
    ['one inserts beside a paragraph that the other removed', 'abc', 'abxc', 'ac', 'axc', 0],
    ['one inserts between paragraphs that the other removed', 'abcd', 'abxcd', 'ad', 'axd', 0],
    ['one removes a paragraph beside one that the other changed', 'abcd', 'acd', 'abyd', 'ayd', 0],
    ['one adds before the first and the other after the last', 'ab', 'xab', 'aby', 'xaby', 0],
    ['both remove neighbours', 'abcd', 'acd', 'abd', 'ad', 0],
  ])('%s', (_, base, mine, theirs, merged, doubled) => {
    const result = mergeBlocks([...base], [...mine], [...theirs])
    expect({ merged: result.blocks.join(''), doubled: result.doubled }).toEqual({ merged, doubled })
  })

  test('a paragraph that was divided is not mistaken for the one beside it', () => {
    const [base, theirs] = [
      ['One two three.', 'Four five six.'],
      ['One two three.', 'Four five seven.'],
    ]
    const mine = ['New.', 'One two three four.', 'Four five six.']
    expect(mergeBlocks(base, mine, theirs)).toEqual({
      blocks: ['New.', 'One two three four.', 'Four five seven.'],
      doubled: 0,
    })
  })
})
