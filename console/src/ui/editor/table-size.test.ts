import { expect, test } from 'vitest'
import { sizeAfter } from './table-size.ts'

test.each([
  ['ArrowRight', [3, 3], [4, 3]],
  ['ArrowLeft', [3, 3], [2, 3]],
  ['ArrowDown', [3, 3], [3, 4]],
  ['ArrowUp', [3, 3], [3, 2]],
  ['ArrowLeft', [1, 3], [1, 3]],
  ['ArrowUp', [3, 1], [3, 1]],
  ['ArrowRight', [10, 3], [10, 3]],
  ['ArrowDown', [3, 10], [3, 10]],
  ['Home', [7, 4], [1, 4]],
  ['End', [7, 4], [10, 4]],
] as const)('%s in a table of %j leads to %j', (key, [columns, rows], [nextColumns, nextRows]) =>
  expect(sizeAfter(key, { columns, rows })).toEqual({ columns: nextColumns, rows: nextRows }),
)

test('other keys do not change the size', () => {
  for (const key of ['Enter', 'Escape', 'Tab', 'a'])
    expect(sizeAfter(key, { columns: 1, rows: 1 })).toBeUndefined()
})
