import { type ChangeTable, type Dependencies, slotsOfReading } from './changes.ts'
import type { StatementReader } from './statements.ts'

/** A row of a list: its offset, and the values of its sort key. */
export interface PageAnchor {
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
export interface PageAnchors {
  /** The last one up to `from`, and the first one after `to`. */
  around(list: List, from: number, to: number): { before?: PageAnchor; after?: PageAnchor }
  add(list: List, anchor: PageAnchor): void
}

interface KnownList extends Dependencies {
  /** By their offsets. */
  anchors: PageAnchor[]
}

const MAX_LISTS = 200
const MAX_OF_A_LIST = 1_000

/** They are valid until a table of the list changes. */
export function createPageAnchors(reader: StatementReader, changes: ChangeTable) {
  const lists = new Map<string, KnownList>()

  function find(key: string): KnownList | undefined {
    const known = lists.get(key)
    return known && changes.isCurrent(known) ? known : undefined
  }

  function begin({ sql }: List, key: string, site: number, readAt: number): KnownList | undefined {
    const tables = reader.readBy(sql)
    const slots = tables && slotsOfReading(tables, site, {})
    if (!slots) return undefined
    const [oldest] = lists.keys()
    lists.delete(lists.has(key) || lists.size < MAX_LISTS ? key : (oldest ?? key))
    const known = { slots, readAt, anchors: [] }
    lists.set(key, known)
    return known
  }

  return (site: number, readAt: number): PageAnchors => ({
    around(list, from, to) {
      const anchors = find(keyOf(list))?.anchors ?? []
      const before = anchors[firstFrom(anchors, from + 1) - 1]
      const after = anchors[firstFrom(anchors, to)]
      return { ...(before && { before }), ...(after && { after }) }
    },
    add(list, anchor) {
      const key = keyOf(list)
      const known = find(key) ?? begin(list, key, site, readAt)
      if (!known) return
      const at = firstFrom(known.anchors, anchor.offset)
      if (known.anchors[at]?.offset === anchor.offset) return
      known.anchors.splice(at, 0, anchor)
      if (known.anchors.length > MAX_OF_A_LIST)
        known.anchors = known.anchors.filter((_, index) => index % 2 === 0)
    },
  })
}

function keyOf({ sql, parameters }: List): string {
  return `${sql}\n${JSON.stringify(parameters)}`
}

/** The index of the first with an offset that is not smaller. */
function firstFrom(anchors: readonly PageAnchor[], offset: number): number {
  let low = 0
  let high = anchors.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((anchors[middle]?.offset ?? 0) < offset) low = middle + 1
    else high = middle
  }
  return low
}
