import { expect, test } from 'vitest'
import { fieldsOf } from './entry-fields.ts'

test.each([
  [null, {}],
  ['Text', { '': 'Text' }],
  [
    { name: 'One', sites: [1, 'two'], enabled: true },
    { name: 'One', sites: '1+two', enabled: 'true' },
  ],
  [{ target_id: 5, target_name: 'News' }, { target_id: 'News' }],
  [{ move_to: 5, target_name: 'News' }, { move_to: 'News' }],
  [{ target_id: 5 }, { target_id: '#5' }],
  [{ title: 'One', publish_at: null }, { title: 'One' }],
])('%j is shown as %j', (state, expected) => {
  expect(Object.fromEntries(fieldsOf(state, (texts) => texts.join('+')))).toEqual(expected)
})
