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
  oneSite: (table: string, site: number) => `${table}@${site}`,
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

/** Undefined if unknown, because rows of any site may have been read. */
export function keysOfReading(
  tables: readonly WatchedTable[],
  site: number | undefined,
  rows: RowsRead,
): string[] | undefined {
  const found: string[] = []
  for (const [name, only] of Object.entries(rows))
    found.push(keys.anyRow(name), ...only.map((row) => keys.oneRow(name, row)))
  for (const { name, bySite } of tables) {
    if (rows[name]) continue
    if (!bySite) found.push(keys.anySite(name))
    else if (site === undefined) return undefined
    else found.push(keys.anySite(name), keys.oneSite(name, site))
  }
  return found
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
    dependenciesOn: (depended: readonly string[], readAt: number): Dependencies => ({
      slots: [...new Set(depended.map(slotOf))],
      readAt,
    }),
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

/** FNV-1a. */
function slotOf(key: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193)
  return (hash ^ (hash >>> 16)) & (SLOTS - 1)
}

/** After this time without a look everything is invalidated, because changes are kept for some minutes only. */
export const MAX_LOOK_INTERVAL_MS = 5 * 60_000
export const CHANGES_KEPT_MS = 15 * 60_000
export const CHANGES_REMOVED_EVERY_MS = 60_000
