import { expect, test } from 'vitest'
import { asTree, isPublic, passesThrough } from './categories.rules.ts'

const row = (id: number, parent_id: number) => ({ id, parent_id })
const step = (id: number, enabled = 1) => ({ id, parent_id: null, enabled })

test('a tree keeps the order of its rows on every level, in whatever order they come', () => {
  expect(asTree([row(3, 0), row(2, 1), row(1, 0), row(4, 1)])).toEqual([
    { id: 3, parent_id: 0, children: [] },
    {
      id: 1,
      parent_id: 0,
      children: [
        { id: 2, parent_id: 1, children: [] },
        { id: 4, parent_id: 1, children: [] },
      ],
    },
  ])
})

test('a row with a missing parent is left out, with its descendants', () => {
  expect(asTree([row(1, 0), row(3, 2), row(4, 3)])).toEqual([{ id: 1, parent_id: 0, children: [] }])
})

test('a tree may be deeper than the stack', () => {
  const deep = asTree(Array.from({ length: 100_000 }, (_, index) => row(index + 1, index)))
  expect(deep).toHaveLength(1)
})

test('a path includes exactly its ancestors', () => {
  expect([1, 2, 3].map((id) => passesThrough([step(1), step(2)], id))).toEqual([true, true, false])
})

test('a category is public if it and all its ancestors are enabled', () => {
  expect([[], [step(1)], [step(1), step(2, 0)], [step(1, 0)]].map(isPublic)).toEqual([
    false,
    true,
    false,
    false,
  ])
})
