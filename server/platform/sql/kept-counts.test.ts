import { describe, expect, test } from 'vitest'
import { countedFrom, createKeptCounts, recounted, sumOf } from './kept-counts.ts'

const count = (stretch: number, total: number, version = 1) => ({ stretch, version, total })

describe('what was counted', () => {
  test('is summed, and stretches are counted again or for the first time', () => {
    const counted = countedFrom([count(0, 3), count(7, 4)])
    expect(sumOf(counted)).toBe(7)
    expect(sumOf(countedFrom([]))).toBe(0)
    const later = recounted(counted, [count(7, 1, 2), count(9, 10, 2)])
    expect(later).toEqual(countedFrom([count(0, 3), count(7, 1, 2), count(9, 10, 2)]))
    expect(sumOf(later)).toBe(14)
    expect(sumOf(counted)).toBe(7)
  })

  test('is kept by its question, until what was asked for lately leaves no room', () => {
    const kept = createKeptCounts(70)
    const counted = countedFrom([count(0, 3)])
    for (const question of ['one', 'two', 'three']) kept.keep(question, counted)
    kept.keep('three', countedFrom([count(0, 5)]))
    expect(kept.find('one')).toBe(counted)
    kept.keep('four', counted)
    expect(kept.find('two')).toBeUndefined()
    expect(['one', 'three', 'four'].map((question) => sumOf(kept.find(question) ?? counted))).toEqual([
      3, 5, 3,
    ])
  })
})
