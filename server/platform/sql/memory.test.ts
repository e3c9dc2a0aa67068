import { describe, expect, test } from 'vitest'
import { createMemory } from './memory.ts'

const engine = {
  watchedReader: () => {
    throw new Error('nothing is read here')
  },
}
const footing = (seen: readonly number[] = [1]) => ({ tables: [0], seen })
const memoryOf = (most: number) =>
  createMemory<unknown, string>(engine, { most, weigh: ({ length }) => length })

describe('what is remembered', () => {
  test('stands while the stamps of its tables do, and is known after that', () => {
    const memory = memoryOf(100)
    memory.remember('a', 'first', footing([1, 1]))
    expect(memory.recall('a', [1, 1])).toBe('first')
    expect(memory.recall('a', [1, 2])).toBe('first')
    expect(memory.recall('a', [2, 2])).toBeUndefined()
    expect(memory.known('a')?.value).toBe('first')
    memory.remember('a', 'second', footing([2, 2]))
    expect(memory.recall('a', [2, 2])).toBe('second')
  })

  test('weighs no more than it may; what was not asked for the longest goes first', () => {
    const memory = memoryOf(100)
    for (let number = 0; number < 10; number++) memory.remember(`${number}`, 'x'.repeat(10), footing())
    // Those that stand next to be forgotten, and are asked for.
    expect(memory.recall('0', [1])).toBeDefined()
    expect(memory.recall('1', [1])).toBeDefined()
    for (let number = 10; number < 18; number++) memory.remember(`${number}`, 'x'.repeat(10), footing())
    const kept = Array.from({ length: 18 }, (_, number) => `${number}`).filter((key) => memory.known(key))
    expect(kept).toEqual(['0', '1', ...Array.from({ length: 8 }, (_, number) => `${number + 10}`)])
  })

  test('is all kept of what fits, however often one goes through it', () => {
    const memory = memoryOf(100)
    for (let round = 0; round < 5; round++)
      for (let number = 0; number < 9; number++) {
        if (round > 0) expect(memory.recall(`${number}`, [1])).toBeDefined()
        else memory.remember(`${number}`, 'x'.repeat(10), footing())
      }
  })

  test('is written over without weighing twice, and refused if it is half of everything', () => {
    const memory = memoryOf(100)
    memory.remember('b', 'x'.repeat(40), footing())
    for (let round = 0; round < 20; round++) memory.remember('a', 'x'.repeat(50), footing())
    expect(memory.known('b')).toBeDefined()
    memory.remember('c', 'x'.repeat(51), footing())
    expect(memory.known('c')).toBeUndefined()
  })
})
