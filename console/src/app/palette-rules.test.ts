import { expect, test } from 'vitest'
import { named, namedFirst, shared } from './palette-rules.ts'

const place = (label: string) => ({ key: label, label, kind: '', to: `/${label}` })

test('names that begin with the text come before others that contain it', () => {
  const list = ['Webhooks', 'Pages', 'New page', '关于我们'].map(place)
  expect(named(list, ' PAGE ').map(({ label }) => label)).toEqual(['Pages', 'New page'])
  expect(named(list, '我们').map(({ label }) => label)).toEqual(['关于我们'])
  expect(named(list, 'nothing')).toEqual([])
  expect(named(list, '')).toHaveLength(4)
})

test('what was found by its content comes after what has the text in its name', () => {
  const list = ['签名校验', '第二篇：备份与恢复', '备份'].map(place)
  expect(namedFirst(list, '备份').map(({ label }) => label)).toEqual([
    '备份',
    '第二篇：备份与恢复',
    '签名校验',
  ])
})

test.each([
  [
    [[1, 2, 3, 4], [5]],
    [1, 2, 3, 4, 5],
  ],
  [
    [
      [1, 2, 3, 4, 5, 6],
      [7, 8, 9],
    ],
    [1, 2, 3, 4, 7, 8],
  ],
  [
    [
      [1, 2, 3],
      [4, 5, 6],
      [7, 8, 9],
    ],
    [1, 2, 4, 5, 7, 8],
  ],
  [
    [[], [1, 2, 3, 4, 5, 6, 7]],
    [1, 2, 3, 4, 5, 6],
  ],
])('%j share six places', (lists, expected) => {
  expect(shared<number>(lists, { few: 2, max: 6 })).toEqual(expected)
})
