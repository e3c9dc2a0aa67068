import { expect, test } from 'vitest'
import { keyOfPath, livingPath, mappedPath } from './category-paths.rules.ts'

const mapped = new Map([
  ['Food', 'Kitchen / Old'],
  ['Food/Bread', 'Baking'],
])

test.each([
  ['the category itself', ['Food'], ['Kitchen', 'Old']],
  ['the nearest mapped category above', ['Food', 'Bread', 'Rye'], ['Baking', 'Rye']],
  ['a mapped category above', ['Food', 'Soup'], ['Kitchen', 'Old', 'Soup']],
  ['nothing', ['Travel', 'Food'], ['Travel', 'Food']],
])('a mapping replaces %s', (_, path, expected) => {
  expect(mappedPath(mapped, path)).toEqual(expected)
})

const deleted = new Set([keyOfPath(['Food']), keyOfPath(['Travel', 'Asia'])])

test.each([
  ['stays in a category that exists', ['Travel', 'Europe'], ['Travel', 'Europe']],
  ['of a deleted category goes to the one above', ['Travel', 'Asia'], ['Travel']],
  ['of a deleted category at the top has none', ['Food'], ['Uncategorized']],
  ['stays in a category below a deleted one', ['Food', 'Bread'], ['Food', 'Bread']],
])('content %s', (_, path, expected) => {
  expect(livingPath(deleted, path)).toEqual(expected)
})
