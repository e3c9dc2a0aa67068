import { type ChangeTable, type Dependencies, keysOfReading } from './changes.ts'
import type { StatementReader } from './statements.ts'

/** A row of a list: its offset, and the values of its sort key. */
export interface Landmark {
  readonly offset: number
  readonly key: readonly unknown[]
}

/** A list is identified by its statement. */
interface List {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/**
 * Rows of long lists with known offsets, from pages read before. Starting from one of them is faster than from either
 * end of the list.
 */
export interface Landmarks {
  /** The last one up to `from`, and the first one after `to`. */
  around(list: List, from: number, to: number): { before?: Landmark; after?: Landmark }
  keep(list: List, landmark: Landmark): void
}

interface KnownList extends Dependencies {
  /** By their offsets. */
  landmarks: Landmark[]
}

const MOST_LISTS = 200
const MOST_OF_A_LIST = 1_000

/** They are valid until a table of the list changes. */
export function createLandmarks(reader: StatementReader, changes: ChangeTable) {
  const lists = new Map<string, KnownList>()

  function find(key: string): KnownList | undefined {
    const known = lists.get(key)
    return known && changes.isCurrent(known) ? known : undefined
  }

  function begin({ sql }: List, key: string, site: number, readAt: number): KnownList | undefined {
    const tables = reader.readBy(sql)
    const keys = tables && keysOfReading(tables, site, {})
    if (!keys) return undefined
    const [oldest] = lists.keys()
    lists.delete(lists.has(key) || lists.size < MOST_LISTS ? key : (oldest ?? key))
    const known = { ...changes.dependenciesOn(keys, readAt), landmarks: [] }
    lists.set(key, known)
    return known
  }

  return (site: number, readAt: number): Landmarks => ({
    around(list, from, to) {
      const landmarks = find(keyOf(list))?.landmarks ?? []
      const before = landmarks[firstFrom(landmarks, from + 1) - 1]
      const after = landmarks[firstFrom(landmarks, to)]
      return { ...(before && { before }), ...(after && { after }) }
    },
    keep(list, landmark) {
      const key = keyOf(list)
      const known = find(key) ?? begin(list, key, site, readAt)
      if (!known) return
      const at = firstFrom(known.landmarks, landmark.offset)
      if (known.landmarks[at]?.offset === landmark.offset) return
      known.landmarks.splice(at, 0, landmark)
      if (known.landmarks.length > MOST_OF_A_LIST)
        known.landmarks = known.landmarks.filter((_, index) => index % 2 === 0)
    },
  })
}

function keyOf({ sql, parameters }: List): string {
  return `${sql}\n${JSON.stringify(parameters)}`
}

/** The index of the first with an offset that is not smaller. */
function firstFrom(landmarks: readonly Landmark[], offset: number): number {
  let low = 0
  let high = landmarks.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((landmarks[middle]?.offset ?? 0) < offset) low = middle + 1
    else high = middle
  }
  return low
}
