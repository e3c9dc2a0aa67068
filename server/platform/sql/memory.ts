import type { ReadHandle, SqlEngine } from './handles.ts'
import { type Footing, type Stamps, stillStands } from './stamps.ts'

interface Known<Value> extends Footing {
  readonly value: Value
}

interface Kept<Value> extends Known<Value> {
  readonly weight: number
  movedAt: number
}

export interface Memory<Tables, Value> {
  /** What is remembered under the key, if it still stands. */
  recall(key: string, stamps: Stamps): Value | undefined
  /** The same even if it does not stand any more, with what it rests on. */
  known(key: string): (Footing & { readonly value: Value }) | undefined
  /** Reads, and remembers what was read where all of its tables are watched. The stamps are of a look before. */
  read(key: string, stamps: Stamps, reading: (db: ReadHandle<Tables>) => Promise<Value>): Promise<Value>
  remember(key: string, value: Value, footing: Footing): void
}

/**
 * Keeps what was read from the database for as long as it stands, up to a weight. What was not asked for the longest time
 * is forgotten first; to move each thing to the front whenever it is asked for would cost more than finding it, so only
 * what has come some way towards the end is moved.
 */
export function createMemory<Tables, Value>(
  engine: Pick<SqlEngine<Tables>, 'watchedReader'>,
  {
    most,
    weigh = () => 1,
    alwaysOn = [],
  }: { most: number; weigh?: (value: Value) => number; alwaysOn?: readonly number[] },
): Memory<Tables, Value> {
  /** The first is the next to be forgotten. */
  const all = new Map<string, Kept<Value>>()
  let weight = 0
  /** How much was put to the front so far. */
  let moved = 0

  function put(key: string, kept: Kept<Value>): void {
    moved += kept.weight
    kept.movedAt = moved
    all.set(key, kept)
  }

  function keep(key: string, { value, tables, seen }: Known<Value>): void {
    const heavy = weigh(value)
    if (heavy > most / 2) return
    forget(key)
    weight += heavy
    put(key, { value, tables, seen, weight: heavy, movedAt: 0 })
    for (const oldest of all.keys()) {
      if (weight <= most) return
      forget(oldest)
    }
  }

  function forget(key: string): void {
    weight -= all.get(key)?.weight ?? 0
    all.delete(key)
  }

  function find(key: string): Kept<Value> | undefined {
    const kept = all.get(key)
    if (kept && moved - kept.movedAt > most / 4) {
      all.delete(key)
      put(key, kept)
    }
    return kept
  }

  return {
    recall(key, stamps) {
      const known = find(key)
      return known && stillStands(known, stamps) ? known.value : undefined
    },
    known: find,
    async read(key, stamps, reading) {
      const { db, tables } = engine.watchedReader(stamps)
      const value = await reading(db)
      const read = tables()
      if (read) keep(key, { value, tables: [...read, ...alwaysOn], seen: stamps })
      return value
    },
    remember: (key, value, { tables, seen }) => keep(key, { value, tables, seen }),
  }
}
