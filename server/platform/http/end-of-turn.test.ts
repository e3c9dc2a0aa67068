import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { atEndOfTurn } from './end-of-turn.ts'

test('what is sent in one turn of the event loop leaves at its end, in the same order', async () => {
  const sent: number[] = []
  for (const number of [1, 2, 3]) atEndOfTurn(() => sent.push(number))
  expect(sent).toEqual([])
  await Promise.resolve()
  expect(sent).toEqual([])
  await nextTurn()
  expect(sent).toEqual([1, 2, 3])
})

test('what is sent meanwhile leaves one turn later', async () => {
  const sent: string[] = []
  atEndOfTurn(() => {
    sent.push('first')
    atEndOfTurn(() => sent.push('second'))
  })
  await nextTurn()
  expect(sent).toEqual(['first'])
  await nextTurn()
  expect(sent).toEqual(['first', 'second'])
})
