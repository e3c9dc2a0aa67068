import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { together } from './together.ts'

test('returns the results in order', async () => {
  const later = async () => {
    await nextTurn()
    return 1
  }
  expect(await together(later(), Promise.resolve('a'))).toEqual([1, 'a'])
})

test('throws the first error after all parts have ended', async () => {
  const ended: string[] = []
  const failing = async (name: string) => {
    ended.push(name)
    throw new Error(name)
  }
  const later = async () => {
    await nextTurn()
    await failing('later')
  }
  await expect(together(later(), failing('first'))).rejects.toThrow('first')
  expect(ended).toEqual(['first', 'later'])
})
