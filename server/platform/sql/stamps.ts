/**
 * What lets a node keep what it has read without ever serving it stale. Every watched table has a stamp, a number that
 * each transaction which writes to the table raises before it commits. Who remembers something remembers with it the
 * stamps of the tables it was read from, as they stood before the reading; as long as they stand, so does what was read.
 */

/** The stamps of the watched tables, by their place in the list of them. The same object while none has changed. */
export type Stamps = readonly number[]

export interface Changes {
  /** The stamps as of now: whatever was committed before the call is in them. */
  look(): Stamps | Promise<Stamps>
}

/** Stamps at the time of a reading, and the tables that it read. */
export interface Footing {
  readonly tables: readonly number[]
  seen: Stamps
}

export function stillStands(footing: Footing, stamps: Stamps): boolean {
  if (footing.seen === stamps) return true
  for (const table of footing.tables) if (footing.seen[table] !== stamps[table]) return false
  // The next look is then at one object.
  footing.seen = stamps
  return true
}

const MOST_KEPT_TEXTS = 2_000
const WRITTEN =
  /\b(?:insert\s+(?:or\s+\w+\s+)?into|replace\s+into|update|delete\s+from|truncate(?:\s+table)?)\s+"?(\w+)"?/gi

/** Knows from the text of a statement which of the watched tables it writes to, and which it may read. */
export function createTableWatch(watched: readonly string[]) {
  const places = new Map(watched.map((table, place) => [table, place]))
  let everyTable: ReadonlySet<string> = new Set()
  const writes = new Map<string, readonly number[]>()
  const reads = new Map<string, readonly number[] | undefined>()

  /** Any name of a table counts, even where it is none: to depend on too much is harmless. */
  function findReads(text: string): readonly number[] | undefined {
    const names = new Set((text.match(/\w+/g) ?? []).filter((word) => everyTable.has(word)))
    const found = [...names].map((name) => places.get(name))
    return found.every((place) => place !== undefined) ? found : undefined
  }

  function findWrites(text: string): readonly number[] {
    const names = new Set([...text.matchAll(WRITTEN)].map(([, name = '']) => name.toLowerCase()))
    return [...names].flatMap((name) => places.get(name) ?? [])
  }

  return {
    watched,
    knowTables(names: Iterable<string>): void {
      everyTable = new Set(names)
      reads.clear()
    },
    /** The places of the watched tables that this statement changes. */
    writtenBy: (text: string): readonly number[] => remembered(writes, text, findWrites),
    /** The places of the tables that this statement reads; undefined where one of them is not watched. */
    readBy: (text: string): readonly number[] | undefined => remembered(reads, text, findReads),
    stampsFrom(rows: ReadonlyArray<{ table_name: string; stamp: number }>): Stamps {
      const stamps = watched.map(() => 0)
      for (const { table_name, stamp } of rows) {
        const place = places.get(table_name)
        if (place !== undefined) stamps[place] = stamp
      }
      return stamps
    },
  }
}
export type TableWatch = ReturnType<typeof createTableWatch>

function remembered<Value>(known: Map<string, Value>, text: string, find: (text: string) => Value): Value {
  if (known.has(text)) return known.get(text) as Value
  const found = find(text)
  if (known.size < MOST_KEPT_TEXTS) known.set(text, found)
  return found
}

/** Collects the tables that a transaction writes to. */
export function createTouched(watch: TableWatch) {
  const places = new Set<number>()
  return {
    note(text: string): void {
      for (const place of watch.writtenBy(text)) places.add(place)
    },
    /** In one order always: two transactions that raise the same stamps wait for each other, never both. */
    names: (): string[] => [...places].map((place) => watch.watched[place] ?? '').sort(),
  }
}

/** Collects the tables that a reading rests on. */
export function createReadTables(watch: TableWatch) {
  const places = new Set<number>()
  let unwatched = false
  return {
    note(text: string): void {
      const tables = watch.readBy(text)
      if (tables === undefined) unwatched = true
      else for (const place of tables) places.add(place)
    },
    /** Undefined where the reading cannot be remembered, because nobody would tell that it has changed. */
    tables: (): readonly number[] | undefined => (unwatched ? undefined : [...places]),
  }
}

/**
 * One look at a time, shared by all who come while the one before is under way. Never that one itself: it may have
 * been answered before the write that they must see.
 */
export function createSharedLook(look: () => Promise<Stamps>): () => Promise<Stamps> {
  let running: Promise<Stamps> | undefined
  let next: Promise<Stamps> | undefined

  function start(): Promise<Stamps> {
    const started = look()
    running = started
    const clear = () => {
      if (running === started) running = undefined
    }
    started.then(clear, clear)
    return started
  }

  return () => {
    if (next) return next
    if (!running) return start()
    const begin = () => {
      next = undefined
      return start()
    }
    next = running.then(begin, begin)
    return next
  }
}
