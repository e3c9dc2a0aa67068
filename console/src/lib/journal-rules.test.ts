import { expect, test } from 'vitest'
import { changesIn, recoverable } from './journal-rules.ts'
import type { JournalEntry } from './journal-store.ts'

const base = { title: 'One', content: '' }
const entry = (editor: string, values: object, at = 1): JournalEntry => ({
  editor,
  user: 1,
  site: 1,
  kind: 'article',
  id: 7,
  values: { ...base, ...values },
  base,
  at,
})

test('only changed fields are recovered', () => {
  expect(changesIn(entry('a', { content: 'Words' }))).toEqual({ content: 'Words' })
})

test('entries of open editors and saved entries are not offered; the latest comes first', () => {
  const entries = [
    entry('open', { content: 'x' }),
    entry('early', { content: 'y' }, 1),
    entry('late', { content: 'z' }, 2),
    entry('saved', { title: 'Two' }),
  ]
  const found = recoverable(entries, new Set(['open']), { title: 'Two', content: '' })
  expect(found.map(({ editor }) => editor)).toEqual(['late', 'early'])
})
