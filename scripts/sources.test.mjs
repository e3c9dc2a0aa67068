import { expect, test } from 'vitest'
import { problemsOf } from './sources.mjs'

const platform = 'server/platform/http/some.ts'
const lines = (count) => 'x\n'.repeat(count)

const cases = [
  ['a file of 300 lines', 'server/features/tags/tags.store.ts', lines(300), 0],
  ['a longer one', 'console/src/ui/long.tsx', lines(301), 1],
  ['a long table that may be', 'contract/problems.ts', lines(301), 0],
  ['a table that may be long, and is not', 'contract/problems.ts', lines(300), 1],
  ['a name of the product in the platform', platform, 'const articleIds = []', 1],
  ['a text of the product in the platform', platform, "role === 'editor'", 1],
  ['the plural', platform, 'categories.get(id)', 1],
  ['a comment in the platform', platform, '/** Such as an article. */\n// or a category\n', 0],
  ['an element of HTML that may be', 'server/platform/markdown/tree.ts', "'article aside'", 0],
  ['an exception that is not needed', 'server/platform/markdown/tree.ts', '', 1],
  ['a name of the product in a feature', 'server/features/tags/tags.store.ts', 'const articleIds = []', 0],
]
for (const [name, path, text, problems] of cases)
  test(name, () => expect(problemsOf([{ path, text }])).toHaveLength(problems))
