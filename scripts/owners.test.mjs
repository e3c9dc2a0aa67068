import { expect, test } from 'vitest'
import { problemsOf } from './owners.mjs'

const cases = [
  ['the feature that owns the table', 'articles/articles.store.ts', "tx.insertInto('pages')", 'pages', 0],
  ['another one', 'tags/tags.store.ts', "tx.updateTable('pages')", 'pages', 1],
  ['another one, in SQL by hand', 'tags/tags.store.ts', 'sql`delete from pages where id = 1`', 'pages', 1],
]
for (const [name, path, text, table, strangers] of cases)
  test(`a table that is written by ${name}`, () => {
    const own = { path: 'server/features/articles/own.store.ts', text: `tx.insertInto('${table}')` }
    const problems = problemsOf([own, { path: `server/features/${path}`, text }])
    expect(problems.filter((problem) => problem.includes(`writes ${table}, which belongs`))).toHaveLength(
      strangers,
    )
  })

test('a feature that checks the engine', () => {
  const asking = { path: 'server/features/tags/tags.store.ts', text: "if (tx.engine === 'sqlite') return" }
  expect(problemsOf([asking])).toContainEqual(expect.stringContaining('asks which engine it is'))
})
