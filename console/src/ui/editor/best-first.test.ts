import { expect, test } from 'vitest'
import { bestFirst } from './best-first.ts'

test.each([
  ['', ['Bulleted list ul 列表', 'Quote 引用', 'Table 表格']],
  ['表', ['Table 表格', 'Bulleted list ul 列表']],
  ['t', ['Table 表格', 'Bulleted list ul 列表', 'Quote 引用']],
  ['list', ['Bulleted list ul 列表']],
  ['x', []],
])('“/%s” offers what begins with it first', (typed, names) => {
  const commands = ['Bulleted list ul 列表', 'Quote 引用', 'Table 表格']
  expect(bestFirst(commands, typed, (name) => name)).toEqual(names)
})
