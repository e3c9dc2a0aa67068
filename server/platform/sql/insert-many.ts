import { CompiledQuery, type Insertable, type Selectable } from 'kysely'
import type { EngineName, WriteHandle } from './handles.ts'

/** How many rows a statement writes: few sizes, so that each text is made and prepared once. */
const SIZES = [64, 16, 4, 1] as const

interface Wishes<Known, Column> {
  /** A row that is equal to another in these columns is left out. */
  readonly unlessTaken?: readonly Known[]
  readonly returning?: readonly Column[]
}

/**
 * Writes many rows of one table, several in a statement. For imports: to build such a statement with Kysely takes longer than to
 * run it. Every row has the columns of the first. It counts as a change of the whole table in the site of the transaction.
 */
export async function insertMany<
  Tables,
  Name extends keyof Tables & string,
  Column extends keyof Selectable<Tables[Name]> & string = never,
>(
  tx: WriteHandle<Tables>,
  table: Name,
  rows: readonly Insertable<Tables[Name]>[],
  { unlessTaken, returning }: Wishes<keyof Selectable<Tables[Name]> & string, Column> = {},
): Promise<Pick<Selectable<Tables[Name]>, Column>[]> {
  const columns = Object.keys(rows[0] ?? {})
  const returned: Pick<Selectable<Tables[Name]>, Column>[] = []
  for (let at = 0; at < rows.length; ) {
    const size = SIZES.find((size) => size <= rows.length - at) ?? 1
    const text = textOf({ engine: tx.engine, table, columns, size, unlessTaken, returning })
    const values = rows
      .slice(at, at + size)
      .flatMap((row) => columns.map((column) => (row as Record<string, unknown>)[column]))
    for (const row of await tx.run(CompiledQuery.raw(text, values)))
      returned.push(row as (typeof returned)[0])
    at += size
  }
  return returned
}

interface Form {
  readonly engine: EngineName
  readonly table: string
  readonly columns: readonly string[]
  readonly size: number
  readonly unlessTaken: readonly string[] | undefined
  readonly returning: readonly string[] | undefined
}

const texts = new Map<string, string>()

function textOf(form: Form): string {
  const key = JSON.stringify(form)
  const known = texts.get(key)
  if (known !== undefined) return known
  const { engine, table, columns, size, unlessTaken, returning } = form
  const value = (number: number) => (engine === 'postgres' ? `$${number + 1}` : '?')
  const rows = Array.from(
    { length: size },
    (_, row) => `(${columns.map((_, column) => value(row * columns.length + column)).join(', ')})`,
  )
  const text = [
    `insert into "${table}" (${quoted(columns)}) values ${rows.join(', ')}`,
    unlessTaken ? `on conflict (${quoted(unlessTaken)}) do nothing` : '',
    returning ? `returning ${quoted(returning)}` : '',
  ].join(' ')
  texts.set(key, text)
  return text
}

/** The names of columns come from the code, never from anybody who asks. */
function quoted(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(', ')
}
