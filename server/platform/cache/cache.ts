import type { Dependencies, RowsRead } from '../sql/changes.ts'
import type { ReadHandle, SqlEngine } from '../sql/handles.ts'

/** What an entry takes beside its key and its value: the map's slot, the objects around it, some slots of numbers. */
const ENTRY_BYTES = 250
const SLOT_BYTES = 8
/** Two bytes for each letter at most. */
const LETTER_BYTES = 2
/** A key that long is somebody's attempt to fill the memory. */
const LONGEST_KEY = 2_000

interface Entry<Value> extends Dependencies {
  readonly value: Value
  readonly bytes: number
  movedAt: number
}

/** How something is read that is not cached yet. */
export interface Reading<Tables, Value> {
  /** The site whose rows it reads; undefined where it may be any. */
  readonly site?: number | undefined
  read(db: ReadHandle<Tables>): Promise<Value>
  /** Single rows on which the value depends, instead of the whole tables. */
  rows?(value: Value): RowsRead
  /** What else it depends on: the slots of what it was put together from; undefined where that is not known. */
  slots?(): readonly number[] | undefined
}

/** How several things are read at once. */
export interface ReadingOfMany<Tables, Value> {
  readonly site: number
  /** Those that are not cached yet, by their keys. */
  read(db: ReadHandle<Tables>, missing: readonly string[]): Promise<ReadonlyMap<string, Value>>
  rows(value: Value): RowsRead
}

export interface Many<Value> {
  readonly values: ReadonlyMap<string, Value>
  /** What all of them depend on; undefined where that is not known. */
  readonly slots: readonly number[] | undefined
}

export type Cache<Tables, Value> = ReturnType<typeof createCache<Tables, Value>>

/**
 * Keeps what was read from the database for as long as nothing of it has changed, up to a number of bytes. Who asks must
 * have looked at the changes first (`engine.changes.look`). What was not asked for the longest time goes first; to move
 * each entry to the front whenever it is asked for would cost more than finding it, so only those that have come some way
 * towards the end are moved.
 */
export function createCache<Tables, Value>(
  engine: Pick<SqlEngine<Tables>, 'changes' | 'watchedReader'>,
  { mostBytes, bytesOf }: { mostBytes: number; bytesOf: (value: Value) => number },
) {
  const { changes } = engine
  /** The first is the next to go. */
  const entries = new Map<string, Entry<Value>>()
  /** What is being read right now, so that equal questions are read once. */
  const underWay = new Map<string, { readonly readAt: number; readonly value: Promise<Value> }>()
  let bytes = 0
  /** How many bytes were put to the front so far. */
  let moved = 0

  function put(key: string, entry: Entry<Value>): void {
    moved += entry.bytes
    entry.movedAt = moved
    entries.set(key, entry)
  }

  function remove(key: string): void {
    bytes -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }

  function keep(key: string, value: Value, { slots, readAt }: Dependencies): void {
    const size = bytesOf(value) + LETTER_BYTES * key.length + SLOT_BYTES * slots.length + ENTRY_BYTES
    if (key.length > LONGEST_KEY || size > mostBytes / 4) return
    remove(key)
    bytes += size
    put(key, { value, slots, readAt, bytes: size, movedAt: 0 })
    for (const oldest of entries.keys()) {
      if (bytes <= mostBytes) return
      remove(oldest)
    }
  }

  function entryOf(key: string): Entry<Value> | undefined {
    const entry = entries.get(key)
    if (!entry) return undefined
    if (!changes.isCurrent(entry)) {
      remove(key)
      return undefined
    }
    if (moved - entry.movedAt > mostBytes / 4) {
      entries.delete(key)
      put(key, entry)
    }
    return entry
  }

  const get = (key: string): Value | undefined => entryOf(key)?.value

  async function load(key: string, reading: Reading<Tables, Value>): Promise<Value> {
    const reader = engine.watchedReader(reading.site)
    const value = await reading.read(reader.db)
    const dependencies = reader.dependencies(reading.rows?.(value) ?? {})
    const slots = reading.slots ? reading.slots() : []
    if (dependencies && slots) keep(key, value, withSlots(dependencies, slots))
    return value
  }

  /** Those that are cached, and the others, which are read together. */
  async function readMany(
    keys: readonly string[],
    { site, read, rows }: ReadingOfMany<Tables, Value>,
  ): Promise<Many<Value>> {
    const values = new Map<string, Value>()
    const dependencies: (Pick<Dependencies, 'slots'> | undefined)[] = []
    const missing: string[] = []
    for (const key of keys) {
      const entry = entryOf(key)
      if (entry) {
        values.set(key, entry.value)
        dependencies.push(entry)
      } else missing.push(key)
    }
    if (missing.length > 0) {
      const reader = engine.watchedReader(site)
      for (const [key, value] of await read(reader.db, missing)) {
        values.set(key, value)
        const found = reader.dependencies(rows(value))
        if (found) keep(key, value, found)
        dependencies.push(found)
      }
    }
    return { values, slots: slotsOf(dependencies) }
  }

  return {
    get,
    readMany,
    /** The value, from the cache or read now. */
    async read(key: string, reading: Reading<Tables, Value>): Promise<Value> {
      const known = get(key)
      if (known !== undefined) return known
      const same = underWay.get(key)
      // One that began before the last change may not have it.
      if (same?.readAt === changes.last()) return same.value
      const started = { readAt: changes.last(), value: load(key, reading) }
      underWay.set(key, started)
      try {
        return await started.value
      } finally {
        if (underWay.get(key) === started) underWay.delete(key)
      }
    },
    bytes: () => bytes,
  }
}

function withSlots(dependencies: Dependencies, more: readonly number[]): Dependencies {
  if (more.length === 0) return dependencies
  return { ...dependencies, slots: [...new Set([...dependencies.slots, ...more])] }
}

function slotsOf(
  dependencies: readonly (Pick<Dependencies, 'slots'> | undefined)[],
): readonly number[] | undefined {
  const all = new Set<number>()
  for (const one of dependencies) {
    if (!one) return undefined
    for (const slot of one.slots) all.add(slot)
  }
  return [...all]
}
