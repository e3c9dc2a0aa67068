import { type Dependencies, distinct, type RowsRead } from '../sql/changes.ts'
import type { ReadHandle, SqlEngine } from '../sql/handles.ts'
import { oldestFirst } from './oldest-first.ts'

/** The overhead of an entry beside its key and value: the map slot, surrounding objects, some numbers. */
const ENTRY_BYTES = 250
const SLOT_BYTES = 8
/** At most two bytes per character. */
const LETTER_BYTES = 2
/** A longer key is probably an attempt to fill the memory. */
const MAX_KEY_LENGTH = 2_000

interface Entry<Value> extends Dependencies {
  readonly value: Value
  readonly bytes: number
  movedAt: number
}

/** How to read a value that is not cached. */
export interface Reading<Tables, Value> {
  /** The site whose rows it reads; undefined for any site. */
  readonly site?: number | undefined
  read(db: ReadHandle<Tables>): Promise<Value>
  /** Rows that the value depends on, instead of whole tables. */
  rows?(value: Value): RowsRead
  /** Other dependencies: the slots of the values it was built from; undefined if unknown. */
  slots?(): readonly number[] | undefined
}

/** How to read several values at once. */
export interface ReadingOfMany<Tables, Value> {
  readonly site: number
  /** Reads the values that are not cached, by key. */
  read(db: ReadHandle<Tables>, missing: readonly string[]): Promise<ReadonlyMap<string, Value>>
  rows(value: Value): RowsRead
}

export interface Many<Value> {
  readonly values: ReadonlyMap<string, Value>
  /** The dependencies of all of them; undefined if unknown. */
  readonly slots: readonly number[] | undefined
}

export type Cache<Tables, Value> = ReturnType<typeof createCache<Tables, Value>>

/**
 * Caches values read from the database until a dependency changes, up to a number of bytes. The caller must have read
 * the change log first (`engine.changes.look`). The least recently used entries are evicted first. Moving an entry to
 * the front on every access would cost more than the lookup, so only entries that have moved some way towards the end
 * are moved.
 */
export function createCache<Tables, Value>(
  engine: Pick<SqlEngine<Tables>, 'changes' | 'watchedReader'>,
  { maxBytes, bytesOf }: { maxBytes: number; bytesOf: (value: Value) => number },
) {
  const { changes } = engine
  /** The first entry is evicted next. */
  const entries = new Map<string, Entry<Value>>()
  const oldest = oldestFirst(entries)
  /** Reads in flight, so that identical requests share one read. */
  const underWay = new Map<string, { readonly readAt: number; readonly value: Promise<Value> }>()
  let bytes = 0
  /** The total bytes moved to the front so far. */
  let moved = 0

  function put(key: string, entry: Entry<Value>): void {
    moved += entry.bytes
    entry.movedAt = moved
    entries.set(key, entry)
  }

  function evict(key: string): void {
    bytes -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }

  function remove(key: string): void {
    evict(key)
    oldest.release()
  }

  function keep(key: string, value: Value, { slots, readAt }: Dependencies): void {
    const size = bytesOf(value) + LETTER_BYTES * key.length + SLOT_BYTES * slots.length + ENTRY_BYTES
    if (key.length > MAX_KEY_LENGTH || size > maxBytes / 4) return
    if (entries.has(key)) remove(key)
    bytes += size
    put(key, { value, slots, readAt, bytes: size, movedAt: 0 })
    while (bytes > maxBytes) {
      const first = oldest.take()
      if (first === undefined) return
      evict(first)
    }
  }

  function entryOf(key: string): Entry<Value> | undefined {
    const entry = entries.get(key)
    if (!entry) return undefined
    if (!changes.isCurrent(entry)) {
      remove(key)
      return undefined
    }
    if (moved - entry.movedAt > maxBytes / 4) {
      entries.delete(key)
      oldest.release()
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

  /** The cached values, and the others, which are read together. */
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
    /** The value from the cache, or read now. */
    async read(key: string, reading: Reading<Tables, Value>): Promise<Value> {
      const known = get(key)
      if (known !== undefined) return known
      const same = underWay.get(key)
      // A read that started before the last change may not include it.
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
  return { ...dependencies, slots: distinct([dependencies.slots, more]) }
}

function slotsOf(
  dependencies: readonly (Pick<Dependencies, 'slots'> | undefined)[],
): readonly number[] | undefined {
  const known = dependencies.filter((one) => one !== undefined)
  return known.length < dependencies.length ? undefined : distinct(known.map(({ slots }) => slots))
}
