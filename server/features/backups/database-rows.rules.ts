import type { TextRow } from '../../platform/sql/whole-tables.ts'

/** A part of what a backup of a database contains, read in any order of the tables. */
export type DatabasePart =
  | { readonly kind: 'rows'; readonly table: string; readonly rows: readonly TextRow[] }
  /** The last id that was given to a row of the table, even if the row was deleted. */
  | { readonly kind: 'last-id'; readonly table: string; readonly id: number }

/**
 * Whether the rows of a table are copied to another engine. The search index is rebuilt. The numbers in the other two
 * tables are of the engine, and both start anew after a restore.
 */
export function isCopied(table: string): boolean {
  return !table.startsWith('article_search') && table !== 'change_log' && table !== 'changes'
}

const MAX_ROWS = 64
const MAX_CHARACTERS = 1_000_000

/** Collects rows, so that few statements write them and few are in memory. */
export async function* inPortions(rows: AsyncIterable<TextRow> | Iterable<TextRow>) {
  let portion: TextRow[] = []
  let characters = 0
  for await (const row of rows) {
    portion.push(row)
    for (const column in row) characters += row[column]?.length ?? 0
    if (portion.length < MAX_ROWS && characters < MAX_CHARACTERS) continue
    yield portion
    portion = []
    characters = 0
  }
  if (portion.length > 0) yield portion
}

const ESCAPED: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** A line of PostgreSQL's COPY format. */
export function readCopyLine(line: string, columns: readonly string[]): TextRow {
  const row: Record<string, string | null> = {}
  for (const [at, field] of line.split('\t').entries())
    row[columns[at] ?? ''] =
      field === '\\N' ? null : field.replace(/\\(.)/gs, (_, letter: string) => ESCAPED[letter] ?? letter)
  return row
}
