import type { Flag } from '@inkstone/contract/schema.ts'
import { expect, test } from 'vitest'
import { asTree, isPublic, passesThrough, publicOnes } from './categories.rules.ts'

const row = (id: number, parent_id: number) => ({ id, parent_id })
const step = (id: number, enabled: Flag = 1) => ({ id, parent_id: null, enabled })

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

test('a category below a disabled one is not public, at any depth and in any order', () => {
  const at = (id: number, parent_id: number | null, enabled: Flag = 1) => ({ id, parent_id, enabled })
  const rows = [at(5, 4), at(3, 2), at(4, null), at(2, 1, 0), at(1, null), at(6, 3), at(7, 99)]
  expect(publicOnes(rows).map(({ id }) => id)).toEqual([5, 4, 1])
  const deep = Array.from({ length: 100_000 }, (_, index) => at(index + 1, index === 0 ? null : index))
  expect(publicOnes(deep.reverse())).toHaveLength(100_000)
})
