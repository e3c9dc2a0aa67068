import { describe, expect, test } from 'vitest'
import { blockCountsOf, createCachedCounts, totalOf, withRecounted } from './cached-counts.ts'

const count = (stretch: number, total: number, version = 1) => ({ stretch, version, total })

describe('cached counts', () => {
  test('are summed, and new or changed blocks are counted', () => {
    const counted = blockCountsOf([count(0, 3), count(7, 4)])
    expect(totalOf(counted)).toBe(7)
    expect(totalOf(blockCountsOf([]))).toBe(0)
    const later = withRecounted(counted, [count(7, 1, 2), count(9, 10, 2)])
    expect(later).toEqual(blockCountsOf([count(0, 3), count(7, 1, 2), count(9, 10, 2)]))
    expect(totalOf(later)).toBe(14)
    expect(totalOf(counted)).toBe(7)
  })

  test('are kept by query, until more recent ones need the room', () => {
    const kept = createCachedCounts(70)
    const counted = blockCountsOf([count(0, 3)])
    for (const question of ['one', 'two', 'three']) kept.set(question, counted)
    kept.set('three', blockCountsOf([count(0, 5)]))
    expect(kept.get('one')).toBe(counted)
    kept.set('four', counted)
    expect(kept.get('two')).toBeUndefined()
    expect(['one', 'three', 'four'].map((question) => totalOf(kept.get(question) ?? counted))).toEqual([
      3, 5, 3,
    ])
  })
})
