import { expect, test } from 'vitest'
import { personName } from './person-name.ts'

test.each([
  [{ nickname: 'Mary', username: 'mary01' }, 'Mary'],
  [{ nickname: '', username: 'mary01' }, 'mary01'],
  [{ nickname: '', username: '' }, undefined],
  [undefined, undefined],
])('the name of %o is %s', (person, name) => {
  expect(personName(person)).toBe(name)
})
