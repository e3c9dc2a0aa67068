/**
 * Cache invalidation across nodes. Each transaction records which tables, sites and rows it changed, in the same commit
 * (`change_log`). Before a request reads anything, the node reads the log since its last look. A cache entry depends on
 * some of these tables, sites and rows, and is read again when one of them has changed since it was read.
 */

export interface WatchedTable {
  readonly name: string
  /** Whether its rows belong to sites (`site_id`, or the site of a parent row). */
  readonly bySite?: boolean
  /** The column that identifies a row. */
  readonly row?: string
  /** Columns that change often and are not part of anything cached. */
  readonly ignored?: readonly string[]
}

/** What a statement changes in one table. No site means any site, no rows means any row. */
export interface Change {
  readonly table: string
  readonly site?: number | undefined
  readonly rows?: readonly (number | string)[] | undefined
}

/**
 * The keys of a change. A reader of a whole table depends on the first two kinds, a reader of single rows on the other
 * two.
 */
const keys = {
  anySite: (table: string) => table,
  oneSite: (table: string, site: number | '') => `${table}@${site}`,
  anyRow: (table: string) => `${table}!`,
  oneRow: (table: string, row: number | string) => `${table}#${row}`,
}

export function keysOfChange({ table, site, rows }: Change): string[] {
  return [
    site === undefined ? keys.anySite(table) : keys.oneSite(table, site),
    ...(rows ? rows.map((row) => keys.oneRow(table, row)) : [keys.anyRow(table)]),
  ]
}

/** Rows that an entry depends on, by table. Other rows of these tables do not matter. */
export type RowsRead = Readonly<Record<string, readonly (number | string)[]>>

/**
 * The slots of what a read depends on; undefined if unknown, because rows of any site may have been read. A list has some
 * hundred of them, so their keys are not written out.
 */
export function slotsOfReading(
  tables: readonly WatchedTable[],
  site: number | undefined,
  rows: RowsRead,
): number[] | undefined {
  const found: number[] = []
  for (const name in rows) {
    const { anyRow, row } = hashesOf(name)
    found.push(anyRow)
    for (const one of rows[name] ?? []) found.push(slotIn(hashed(`${one}`, row)))
  }
  for (const { name, bySite } of tables) {
    if (rows[name]) continue
    const hashes = hashesOf(name)
    found.push(hashes.anySite)
    if (!bySite) continue
    if (site === undefined) return undefined
    found.push(slotIn(hashed(`${site}`, hashes.site)))
  }
  return distinct([found])
}

/** The dependencies of a read, and the number of the last change known before it. */
export interface Dependencies {
  readonly slots: readonly number[]
  readAt: number
}

const SLOTS = 1 << 16

export type ChangeTable = ReturnType<typeof createChangeTable>

/**
 * The last change of each key that this node knows. Keys share a fixed number of slots: a collision only causes an
 * unnecessary read, and the table never grows.
 */
export function createChangeTable() {
  const changedAt = new Float64Array(SLOTS)
  let last = 1
  let everything = 0
  return {
    /** The number of the last change. */
    last: () => last,
    apply(changed: Iterable<string>): void {
      last++
      for (const key of changed) changedAt[slotOf(key)] = last
    },
    /** A change may have been missed. */
    applyAll(): void {
      everything = ++last
    },
    isCurrent(dependencies: Dependencies): boolean {
      const { slots, readAt } = dependencies
      if (readAt === last) return true
      if (readAt < everything) return false
      for (const slot of slots) if ((changedAt[slot] ?? 0) > readAt) return false
      // Nothing has changed so far, so the next check returns at the first line.
      dependencies.readAt = last
      return true
    },
  }
}

const slotOf = (key: string) => slotIn(hashed(key))

/** FNV-1a: the hash of a text that continues another one, whose hash is given, is the hash of both together. */
function hashed(text: string, before = 0x811c9dc5): number {
  let hash = before
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}

function slotIn(hash: number): number {
  return (hash ^ (hash >>> 16)) & (SLOTS - 1)
}

/** Of the keys of a table: the slots of those that are always the same, and how the others begin. */
interface TableHashes {
  readonly anySite: number
  readonly anyRow: number
  readonly site: number
  readonly row: number
}
const tableHashes = new Map<string, TableHashes>()

function hashesOf(table: string): TableHashes {
  const known = tableHashes.get(table)
  if (known) return known
  const made = {
    anySite: slotOf(keys.anySite(table)),
    anyRow: slotOf(keys.anyRow(table)),
    site: hashed(keys.oneSite(table, '')),
    row: hashed(keys.oneRow(table, '')),
  }
  tableHashes.set(table, made)
  return made
}

/** Which round of `distinct` saw a slot last. A new set for each read would take longer, and be garbage at once. */
const seenIn = new Float64Array(SLOTS)
let round = 0

/** Each of these slots once. */
export function distinct(lists: Iterable<readonly number[]>): number[] {
  round++
  const found: number[] = []
  for (const slots of lists)
    for (const slot of slots) {
      if (seenIn[slot] === round) continue
      seenIn[slot] = round
      found.push(slot)
    }
  return found
}

/** After this time without a look everything is invalidated, because changes are kept for some minutes only. */
export const MAX_LOOK_INTERVAL_MS = 5 * 60_000
export const CHANGES_KEPT_MS = 15 * 60_000
export const CHANGES_REMOVED_EVERY_MS = 60_000
