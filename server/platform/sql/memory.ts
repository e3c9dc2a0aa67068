import type { ReadHandle, SqlEngine } from './handles.ts'
import { type Footing, type Stamps, stillStands } from './stamps.ts'

interface Known<Value> extends Footing {
  readonly value: Value
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
 * Keeps what was read from the database for as long as it stands, up to a weight. In two generations: what is asked for
 * moves into the young one, and when that is full the old one is forgotten.
 */
export function createMemory<Tables, Value>(
  engine: Pick<SqlEngine<Tables>, 'watchedReader'>,
  {
    most,
    weigh = () => 1,
    alwaysOn = [],
  }: { most: number; weigh?: (value: Value) => number; alwaysOn?: readonly number[] },
): Memory<Tables, Value> {
  let young = new Map<string, Known<Value>>()
  let old = new Map<string, Known<Value>>()
  let weight = 0

  function keep(key: string, known: Known<Value>): void {
    const heavy = weigh(known.value)
    if (heavy > most / 2) return
    if (weight + heavy > most / 2) {
      old = young
      young = new Map()
      weight = 0
    }
    if (!young.has(key)) weight += heavy
    young.set(key, known)
  }

  function find(key: string): Known<Value> | undefined {
    const known = young.get(key)
    if (known) return known
    const older = old.get(key)
    if (older) keep(key, older)
    return older
  }

  return {
    recall(key, stamps) {
      const known = find(key)
      return known && stillStands(known, stamps) ? known.value : undefined
    },
    known: find,
    async read(key, stamps, reading) {
      const { db, tables } = engine.watchedReader()
      const value = await reading(db)
      const read = tables()
      if (read) keep(key, { value, tables: [...read, ...alwaysOn], seen: stamps })
      return value
    },
    remember: (key, value, { tables, seen }) => keep(key, { value, tables, seen }),
  }
}
