import { describe, expect, test } from 'vitest'
import {
  createChangeTable,
  keysOfChange,
  type RowsRead,
  slotsOfReading,
  type WatchedTable,
} from '../sql/changes.ts'
import { createCache } from './cache.ts'

const things: WatchedTable = { name: 'things', bySite: true, row: 'id' }
const people: WatchedTable = { name: 'people', row: 'id' }

/** An engine whose readers say that they have read these tables. */
function setUp(tables: readonly WatchedTable[], maxBytes = 100_000) {
  const changes = createChangeTable()
  const engine = {
    changes: { ...changes, look: () => {} },
    watchedReader: (site: number | undefined) => {
      const readAt = changes.last()
      return {
        db: undefined as never,
        dependencies: (rows: RowsRead) => {
          const slots = slotsOfReading(tables, site, rows)
          return slots && { slots, readAt }
        },
      }
    },
  }
  const cache = createCache<unknown, string>(engine, { maxBytes, bytesOf: ({ length }) => length })
  return { cache, changes }
}

describe('a cached value', () => {
  const change = (table: string, site?: number, rows?: number[]) => keysOfChange({ table, site, rows })
  const onSite = { site: 1, read: async () => 'new' }
  const onRows = { ...onSite, rows: () => ({ things: [7] }) }
  const cases = [
    ['a row of its site', onSite, change('things', 1, [9]), true],
    ['all of its site', onSite, change('things', 1), true],
    ['all of another site', onSite, change('things', 2), false],
    ['a row of another site', onSite, change('things', 2, [9]), false],
    ['rows of an unknown site', onSite, change('things', undefined, [9]), true],
    ['another table', onSite, change('people', undefined, [1]), false],
    ['its own row', onRows, change('things', 1, [7]), true],
    ['another row', onRows, change('things', 1, [8]), false],
    ['a row that is new', onRows, change('things', 1, []), false],
    ['any rows of any site', onRows, change('things'), true],
    ['any rows of its site', onRows, change('things', 1), true],
  ] as const
  for (const [name, reading, keys, isReadAnew] of cases)
    test(`${isReadAnew ? 'is read again' : 'stays'} after a change of ${name}`, async () => {
      const { cache, changes } = setUp([things])
      await cache.read('key', { ...reading, read: async () => 'old' })
      expect(await cache.read('key', reading)).toBe('old')
      changes.apply(keys)
      expect(await cache.read('key', reading)).toBe(isReadAnew ? 'new' : 'old')
    })

  test('is read again after a change during its read', async () => {
    const { cache, changes } = setUp([things])
    await cache.read('key', {
      site: 1,
      read: async () => {
        changes.apply(change('things', 1, [1]))
        return 'old'
      },
    })
    expect(await cache.read('key', onSite)).toBe('new')
  })

  test('is read again when changes may have been missed', async () => {
    const { cache, changes } = setUp([things])
    await cache.read('key', { ...onSite, read: async () => 'old' })
    changes.applyAll()
    expect(await cache.read('key', onSite)).toBe('new')
  })

  test('can depend on rows that it has not read itself', async () => {
    const { cache, changes } = setUp([things])
    const reading = { ...onSite, rows: () => ({ people: [3] }) }
    await cache.read('key', { ...reading, read: async () => 'old' })
    changes.apply(change('people', undefined, [4]))
    expect(cache.get('key')).toBe('old')
    changes.apply(change('people', undefined, [3]))
    expect(cache.get('key')).toBeUndefined()
  })

  test('is not cached if rows of any site were read, or the read failed', async () => {
    const { cache } = setUp([things, people])
    await cache.read('anywhere', { read: async () => 'x' })
    expect(cache.get('anywhere')).toBeUndefined()
    const failing = cache.read('failed', { ...onSite, read: () => Promise.reject(new Error('no')) })
    await expect(failing).rejects.toThrow('no')
    expect(await cache.read('failed', onSite)).toBe('new')
  })
})

test('identical requests in flight share one read, unless something has changed meanwhile', async () => {
  const { cache, changes } = setUp([things])
  let reads = 0
  let finish: (value: string) => void = () => {}
  const reading = {
    site: 1,
    read: () => {
      reads++
      return new Promise<string>((resolve) => {
        finish = resolve
      })
    },
  }
  const [one, two] = [cache.read('key', reading), cache.read('key', reading)]
  const finishFirst = finish
  expect(reads).toBe(1)
  changes.apply(['people'])
  const three = cache.read('key', reading)
  expect(reads).toBe(2)
  finish('second')
  finishFirst('first')
  expect(await Promise.all([one, two, three])).toEqual(['first', 'first', 'second'])
})

describe('the size of a cache', () => {
  const put = (cache: ReturnType<typeof setUp>['cache'], key: string, value: string) =>
    cache.read(key, { site: 1, read: async () => value })

  test('counts keys and entries, not only values', async () => {
    const { cache } = setUp([things], 100_000)
    for (let index = 0; index < 5_000; index++) await put(cache, `${index} ${'x'.repeat(1_500)}`, '')
    expect(cache.bytes()).toBeLessThanOrEqual(100_000)
    expect(cache.bytes()).toBeGreaterThan(90_000)
    expect(cache.get(`0 ${'x'.repeat(1_500)}`)).toBeUndefined()
  })

  test('rejects keys of thousands of characters, and values of more than a quarter of the cache', async () => {
    const { cache } = setUp([things], 100_000)
    await put(cache, 'x'.repeat(3_000), '')
    await put(cache, 'large', 'x'.repeat(30_000))
    expect(cache.bytes()).toBe(0)
  })

  test('evicts the least recently used first', async () => {
    const { cache } = setUp([things], 50_000)
    for (let index = 0; index < 40; index++) {
      await put(cache, `${index}`, 'x'.repeat(2_000))
      expect(cache.get('0')).toBeDefined()
    }
    expect(cache.get('1')).toBeUndefined()
  })
})

describe('several values', () => {
  const reading = (read: string[][]) => ({
    site: 1,
    read: async (_db: unknown, missing: readonly string[]) => {
      read.push([...missing])
      return new Map(missing.filter((key) => key !== 'none').map((key) => [key, `value of ${key}`]))
    },
    rows: (value: string) => ({ things: [Number(value.at(-1))] }),
  })

  test('are read together if they are not cached, and one by one if they have changed', async () => {
    const { cache, changes } = setUp([things])
    const read: string[][] = []
    await cache.readMany(['1', '2'], reading(read))
    const { values } = await cache.readMany(['1', '2', '3', 'none'], reading(read))
    expect([...values.keys()]).toEqual(['1', '2', '3'])
    changes.apply(keysOfChange({ table: 'things', site: 1, rows: [2] }))
    await cache.readMany(['1', '2', '3'], reading(read))
    expect(read).toEqual([['1', '2'], ['3', 'none'], ['2']])
  })

  test('invalidate a value composed of them when any of them changes', async () => {
    const { cache, changes } = setUp([])
    const items = setUp([things])
    const { slots } = await items.cache.readMany(['1', '2'], reading([]))
    await cache.read('list', { site: 1, read: async () => 'old', slots: () => slots })
    expect(cache.get('list')).toBe('old')
    changes.apply(keysOfChange({ table: 'things', site: 1, rows: [9] }))
    expect(cache.get('list')).toBe('old')
    changes.apply(keysOfChange({ table: 'things', site: 1, rows: [2] }))
    expect(cache.get('list')).toBeUndefined()
    await cache.read('unknown', { site: 1, read: async () => 'old', slots: () => undefined })
    expect(cache.get('unknown')).toBeUndefined()
  })
})
