/**
 * What lets a node cache what it has read without ever serving it stale. Each transaction writes down which tables,
 * sites and rows it has changed, in the same commit (`change_log`). Before a request reads anything, the node looks at
 * what was committed since it last looked. What it has cached depends on some of those tables, sites and rows, and is
 * read anew when one of them has changed after it was read.
 */

export interface WatchedTable {
  readonly name: string
  /** Its rows belong to sites (`site_id`, or the site of the row they hang on). */
  readonly bySite?: boolean
  /** The column by which single rows are known. */
  readonly row?: string
  /** Columns that change all the time, and are in nothing that is cached. */
  readonly ignored?: readonly string[]
}

/** What a statement changes in one table. Without a site it may be any site, without rows any row. */
export interface Change {
  readonly table: string
  readonly site?: number | undefined
  readonly rows?: readonly (number | string)[] | undefined
}

/**
 * The keys under which a change is told. A reader of a whole table depends on the first two kinds, a reader of single
 * rows on the other two.
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

/** Rows on which something depends, by their tables, of which it then depends on no others. */
export type RowsRead = Readonly<Record<string, readonly (number | string)[]>>

/** Undefined where it cannot be said, because rows of any site may have been read. */
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

/** What something that was read depends on, and the number of the last change that was known before it was read. */
export interface Dependencies {
  readonly slots: readonly number[]
  readAt: number
}

const SLOTS = 1 << 16

export type ChangeTable = ReturnType<typeof createChangeTable>

/**
 * When each key changed last, as far as this node knows. Keys share a fixed number of slots: two that meet in one only
 * make something be read once more than needed, and the table never grows.
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
    /** Something may have been missed. */
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
      // Nothing of it has changed up to now: the next question is answered by the first line.
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

/** After so long without a look everything is read anew: changes are written down for some minutes only. */
export const LONGEST_BETWEEN_LOOKS_MS = 5 * 60_000
export const CHANGES_KEPT_MS = 15 * 60_000
export const CHANGES_REMOVED_EVERY_MS = 60_000
