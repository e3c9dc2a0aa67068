import { expect, test } from 'vitest'
import { oldestFirst } from './oldest-first.ts'

function setUp(count: number) {
  const map = new Map(Array.from({ length: count }, (_, index) => [index, 'value']))
  const oldest = oldestFirst(map)
  const evict = () => {
    const key = oldest.take()
    if (key !== undefined) map.delete(key)
    return key
  }
  return { map, oldest, evict }
}

test('keys come in the order in which they were added, also those added later', () => {
  const { map, evict } = setUp(3)
  expect([evict(), evict()]).toEqual([0, 1])
  map.set(3, 'value')
  expect([evict(), evict(), evict()]).toEqual([2, 3, undefined])
  map.set(4, 'value')
  expect([evict(), evict()]).toEqual([4, undefined])
})

test('an entry that is deleted and added again becomes the newest', () => {
  const { map, oldest, evict } = setUp(3)
  expect(evict()).toBe(0)
  map.delete(1)
  map.set(1, 'value')
  oldest.release()
  expect([evict(), evict(), evict()]).toEqual([2, 1, undefined])
})

test('a map that is filled and emptied many times is evicted in order', () => {
  const { map, evict } = setUp(100)
  for (let next = 100; next < 20_000; next++) {
    map.set(next, 'value')
    expect(evict()).toBe(next - 100)
  }
  expect(map.size).toBe(100)
})
