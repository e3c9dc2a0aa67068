import {
  type CompiledQuery,
  createQueryId,
  type Insertable,
  InsertQueryNode,
  type Selectable,
  TableNode,
  type Updateable,
  UpdateQueryNode,
} from 'kysely'
import type { EngineName, WriteHandle } from './handles.ts'
import type { KnownWrite } from './statements.ts'

/**
 * Writes rows with statements whose text is built once per shape. For frequent changes, building the same statement
 * with Kysely takes longer than running it.
 */

type Name<Tables> = keyof Tables & string
type Values = Readonly<Record<string, unknown>>
type WriteQuery = CompiledQuery & { readonly write: KnownWrite }

interface Inserting<Known, Column> {
  /** A row that equals another in these columns is skipped. */
  readonly skipConflictsOn?: readonly Known[]
  /** What else happens on a conflict; the same for each call site, so that there are few variants. */
  readonly onConflict?: string
  readonly returning?: readonly Column[]
}

/** The number of rows per statement: few sizes, so that each text is built and prepared once. */
const SIZES = [64, 16, 8, 7, 6, 5, 4, 3, 2, 1] as const

const MAX_KEPT_TEXTS = 1_000
const texts = new Map<string, string>()

function kept(key: string, write: () => string): string {
  const known = texts.get(key)
  if (known !== undefined) return known
  const text = write()
  if (texts.size < MAX_KEPT_TEXTS) texts.set(key, text)
  return text
}

/** Numbered placeholders. */
function placeholders(engine: EngineName): () => string {
  let last = 0
  return engine === 'postgres' ? () => `$${++last}` : () => '?'
}

/** Undefined values are left to the default of the database. */
function columnsIn(row: Values): string[] {
  return Object.keys(row).filter((column) => row[column] !== undefined)
}

// Table and column names come from the code, never from a request.
const quoted = (name: string) => `"${name}"`
const quotedList = (names: readonly string[]) => names.map(quoted).join(', ')

/** Inserts rows that all have the columns of the first, several per statement. */
export async function insertRows<
  Tables,
  Table extends Name<Tables>,
  Column extends keyof Selectable<Tables[Table]> & string = never,
>(
  tx: WriteHandle<Tables>,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
  {
    skipConflictsOn,
    onConflict,
    returning,
  }: Inserting<keyof Selectable<Tables[Table]> & string, Column> = {},
): Promise<Pick<Selectable<Tables[Table]>, Column>[]> {
  const tail = [
    skipConflictsOn ? `on conflict (${quotedList(skipConflictsOn)}) do nothing` : '',
    onConflict === undefined ? '' : `on conflict ${onConflict}`,
    returning ? `returning ${quotedList(returning)}` : '',
  ]
    .join(' ')
    .trim()
  const columns = columnsIn((rows[0] ?? {}) as Values)
  const returned: Pick<Selectable<Tables[Table]>, Column>[] = []
  for (let at = 0; at < rows.length; ) {
    const size = SIZES.find((size) => size <= rows.length - at) ?? 1
    const written = rows.slice(at, at + size) as readonly Values[]
    const query: WriteQuery = {
      query: returning ? returningInsert : plainInsert,
      queryId: createQueryId(),
      sql: insertText(tx.engine, table, columns, size, tail),
      parameters: valuesOf(written, columns),
      write: { table, rows: written, isNew: onConflict === undefined },
    }
    for (const row of await tx.run(query)) returned.push(row as (typeof returned)[0])
    at += size
  }
  return returned
}

function valuesOf(rows: readonly Values[], columns: readonly string[]): unknown[] {
  const values: unknown[] = []
  for (const row of rows) for (const column of columns) values.push(row[column])
  return values
}

interface InsertText {
  readonly engine: EngineName
  readonly columns: readonly string[]
  readonly size: number
  readonly tail: string
  readonly text: string
}

const MAX_KEPT_INSERTS = 40
/** By table. Comparing the columns of a few texts takes less time than joining them to a key. */
const insertTexts = new Map<string, InsertText[]>()

function insertText(
  engine: EngineName,
  table: string,
  columns: readonly string[],
  size: number,
  tail: string,
): string {
  const known = insertTexts.get(table) ?? []
  for (const one of known)
    if (one.size === size && one.engine === engine && one.tail === tail && areEqual(one.columns, columns))
      return one.text
  const next = placeholders(engine)
  const lists = Array.from({ length: size }, () => `(${columns.map(next).join(', ')})`)
  const text =
    `insert into ${quoted(table)} (${quotedList(columns)}) values ${lists.join(', ')} ${tail}`.trimEnd()
  if (known.length < MAX_KEPT_INSERTS)
    insertTexts.set(table, [...known, { engine, columns, size, tail, text }])
  return text
}

function areEqual(some: readonly string[], others: readonly string[]): boolean {
  if (some.length !== others.length) return false
  for (let at = 0; at < some.length; at++) if (some[at] !== others[at]) return false
  return true
}

interface Updating<Column> {
  /** Incremented by one. */
  readonly increment?: Column
  readonly returning?: readonly Column[]
}

/** Updates the rows in which each of these columns has this value. */
export function updateRows<Tables, Table extends Name<Tables>>(
  tx: WriteHandle<Tables>,
  table: Table,
  changes: Updateable<Tables[Table]>,
  where: Partial<Selectable<Tables[Table]>>,
  { increment, returning }: Updating<keyof Selectable<Tables[Table]> & string> = {},
): Promise<readonly Partial<Selectable<Tables[Table]>>[]> {
  const columns = columnsIn(changes)
  const keys = Object.keys(where)
  const key = `${tx.engine} update ${table} ${columns} ${keys} ${increment} ${returning}`
  const text = kept(key, () => {
    const next = placeholders(tx.engine)
    const equals = (name: string) => `${quoted(name)} = ${next()}`
    const set = [
      ...columns.map(equals),
      ...(increment === undefined ? [] : [`${quoted(increment)} = ${quoted(increment)} + 1`]),
    ]
    return `update ${quoted(table)} set ${set.join(', ')} where ${keys.map(equals).join(' and ')}${returning ? ` returning ${quotedList(returning)}` : ''}`
  })
  const query: WriteQuery = {
    query: returning ? returningUpdate : plainUpdate,
    queryId: createQueryId(),
    sql: text,
    parameters: [...columns.map((column) => (changes as Values)[column]), ...Object.values(where)],
    write: { table, rows: [where as Values], isNew: false, columns },
  }
  return tx.run(query as CompiledQuery<Partial<Selectable<Tables[Table]>>>)
}

// The engines only check the kind of a statement, and whether it returns rows.
const anyTable = TableNode.create('rows')
const plainInsert = InsertQueryNode.create(anyTable)
const returningInsert = { ...plainInsert, returning: { kind: 'ReturningNode', selections: [] } } as const
const plainUpdate = UpdateQueryNode.create([anyTable])
const returningUpdate = { ...plainUpdate, returning: { kind: 'ReturningNode', selections: [] } } as const
