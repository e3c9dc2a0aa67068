import {
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  type ColumnUpdateNode,
  type CompiledQuery,
  IdentifierNode,
  type OperationNode,
  OperatorNode,
  ParensNode,
  PrimitiveValueListNode,
  ReferenceNode,
  TableNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
} from 'kysely'
import type { Change, WatchedTable } from './changes.ts'

const MAX_KEPT_TEXTS = 2_000
const MAX_ROWS = 200
const WRITTEN =
  /\b(?:insert\s+(?:or\s+\w+\s+)?into|replace\s+into|update|delete\s+from|truncate(?:\s+table)?)\s+"?(\w+)"?/gi

type Row = number | string

/**
 * Finds out from a statement which watched tables it changes and reads. The site and the rows of a change are used if
 * the statement makes them clear; otherwise all count as changed.
 */
export function createStatementReader(watched: readonly WatchedTable[]) {
  const byName = new Map(watched.map((table) => [table.name, table]))
  let everyTable: ReadonlySet<string> = new Set()
  const writes = new Map<string, readonly WatchedTable[]>()
  const reads = new Map<string, readonly WatchedTable[] | undefined>()

  /** Any table name counts, even if it is something else: too many dependencies are harmless. */
  function findReads(text: string): readonly WatchedTable[] | undefined {
    const names = new Set((text.match(/\w+/g) ?? []).filter((word) => everyTable.has(word)))
    const found = [...names].map((name) => byName.get(name))
    return found.every((table) => table !== undefined) ? found : undefined
  }

  function findWrites(text: string): readonly WatchedTable[] {
    const names = new Set([...text.matchAll(WRITTEN)].map(([, name = '']) => name.toLowerCase()))
    return [...names].flatMap((name) => byName.get(name) ?? [])
  }

  return {
    watched,
    knowTables(names: Iterable<string>): void {
      everyTable = new Set(names)
      reads.clear()
    },
    /** What it changes. `site` is the site of the transaction, unless the statement contains another. */
    changesOf(query: CompiledQuery & { readonly write?: KnownWrite }, site: number | undefined): Change[] {
      if (query.write) {
        const table = byName.get(query.write.table)
        const change = table && changeIn(table, knownRows(query.write), site)
        return change ? [change] : []
      }
      const tables = remembered(writes, query.sql, findWrites)
      const [table] = tables
      if (table && tables.length === 1) {
        const change = changeOf(table, query.query, site)
        return change ? [change] : []
      }
      return tables.map(({ name, bySite }) => ({ table: name, site: bySite ? site : undefined }))
    },
    /** The tables it reads; undefined if one is not watched. */
    readBy: (text: string): readonly WatchedTable[] | undefined => remembered(reads, text, findReads),
  }
}
export type StatementReader = ReturnType<typeof createStatementReader>

function changeOf(table: WatchedTable, node: OperationNode, site: number | undefined): Change | undefined {
  const { name, bySite } = table
  const given = readWrite(node, name)
  return given ? changeIn(table, given, site) : { table: name, site: bySite ? site : undefined }
}

function changeIn(table: WatchedTable, given: Written, site: number | undefined): Change | undefined {
  const { name, bySite, row, ignored = [] } = table
  const { columns, valuesOf } = given
  if (columns.length > 0 && columns.every((column) => ignored.includes(column))) return undefined
  const sites = bySite ? valuesOf('site_id') : undefined
  const [own] = sites ?? []
  const rows = row === undefined ? undefined : given.isNew && !given.has(row) ? [] : valuesOf(row)
  return {
    table: name,
    site: bySite ? (typeof own === 'number' && sites?.every((one) => one === own) ? own : site) : undefined,
    rows: rows && rows.length <= MAX_ROWS ? rows : undefined,
  }
}

interface Written {
  /** The columns that an update sets. */
  readonly columns: readonly string[]
  /** New rows. */
  readonly isNew: boolean
  has(column: string): boolean
  /** The values of a column in all written rows, if the statement contains them. */
  valuesOf(column: string): Row[] | undefined
}

/** What a statement writes, declared by its creator. */
export interface KnownWrite {
  readonly table: string
  /** The inserted rows, or the values that select the changed rows. */
  readonly rows: readonly Readonly<Record<string, unknown>>[]
  readonly isNew: boolean
  /** The columns that an update sets. */
  readonly columns?: readonly string[]
}

function knownRows({ rows, isNew, columns = [] }: KnownWrite): Written {
  const [first = {}] = rows
  return {
    columns,
    isNew,
    has: (column) => isNew && column in first,
    valuesOf: (column) =>
      column in first && !columns.includes(column) ? allOf(rows.map((row) => row[column])) : undefined,
  }
}

interface WriteNode extends OperationNode {
  readonly with?: unknown
  readonly from?: { readonly froms: readonly OperationNode[] }
  readonly table?: OperationNode
  readonly into?: OperationNode
  readonly joins?: unknown
  readonly using?: unknown
  readonly where?: { readonly where: OperationNode }
  readonly updates?: readonly ColumnUpdateNode[]
  readonly columns?: readonly ColumnNode[]
  readonly values?: OperationNode
  readonly onConflict?: { readonly doNothing?: boolean }
}

function readWrite(node: OperationNode, name: string): Written | undefined {
  const write = node as WriteNode
  if (write.with || write.joins || write.using) return undefined
  if (node.kind === 'UpdateQueryNode' && !write.from && isTable(write.table, name)) {
    const columns = (write.updates ?? []).map(({ column }) => nameOfColumn(column) ?? '')
    // A row that moves would be missed at its old place.
    const moves = (column: string) => columns.includes(column)
    return {
      columns,
      isNew: false,
      has: () => false,
      valuesOf: (column) => (moves(column) ? undefined : equalTo(write.where?.where, column)),
    }
  }
  if (node.kind === 'DeleteQueryNode' && write.from?.froms.length === 1 && isTable(write.from.froms[0], name))
    return {
      columns: [],
      isNew: false,
      has: () => false,
      valuesOf: (column) => equalTo(write.where?.where, column),
    }
  if (node.kind === 'InsertQueryNode' && isTable(write.into, name)) return readInsert(write)
  return undefined
}

function readInsert({ columns = [], values, onConflict }: WriteNode): Written | undefined {
  if (!values || !ValuesNode.is(values)) return undefined
  const names = columns.map(({ column }) => column.name)
  const changesOld = onConflict !== undefined && onConflict.doNothing !== true
  return {
    columns: [],
    isNew: !changesOld,
    has: (column) => names.includes(column),
    valuesOf: (column) => {
      const at = names.indexOf(column)
      if (at < 0) return undefined
      return allOf(values.values.map((list) => valueAt(list, at)))
    },
  }
}

function isTable(node: OperationNode | undefined, name: string): boolean {
  return node !== undefined && TableNode.is(node) && node.table.identifier.name === name
}

/** The values that a condition requires for a column, if each row must have one of them. */
function equalTo(node: OperationNode | undefined, column: string): Row[] | undefined {
  if (!node) return undefined
  if (ParensNode.is(node)) return equalTo(node.node, column)
  if (AndNode.is(node)) return equalTo(node.left, column) ?? equalTo(node.right, column)
  if (!BinaryOperationNode.is(node) || nameOfColumn(node.leftOperand) !== column) return undefined
  const operator = OperatorNode.is(node.operator) ? node.operator.operator : undefined
  const right = node.rightOperand
  if (operator === '=') return allOf([valueIn(right)])
  if (operator !== 'in') return undefined
  if (PrimitiveValueListNode.is(right)) return allOf([...right.values])
  return ValueListNode.is(right) ? allOf(right.values.map(valueIn)) : undefined
}

function nameOfColumn(node: OperationNode): string | undefined {
  if (ColumnNode.is(node)) return node.column.name
  if (ReferenceNode.is(node)) return nameOfColumn(node.column)
  return IdentifierNode.is(node) ? node.name : undefined
}

function valueAt(list: OperationNode, at: number): unknown {
  if (PrimitiveValueListNode.is(list)) return list.values[at]
  return ValueListNode.is(list) ? valueIn(list.values[at]) : undefined
}

function valueIn(node: OperationNode | undefined): unknown {
  return node && ValueNode.is(node) ? node.value : undefined
}

function allOf(values: readonly unknown[]): Row[] | undefined {
  return values.every((value) => typeof value === 'number' || typeof value === 'string')
    ? (values as Row[])
    : undefined
}

function remembered<Value>(known: Map<string, Value>, text: string, find: (text: string) => Value): Value {
  if (known.has(text)) return known.get(text) as Value
  const found = find(text)
  if (known.size < MAX_KEPT_TEXTS) known.set(text, found)
  return found
}

/** Collects the changes of a transaction. */
export function createChanges(reader: StatementReader, site: number | undefined) {
  const changes: Change[] = []
  return {
    note: (query: CompiledQuery) => void changes.push(...reader.changesOf(query, site)),
    add: (known: readonly Change[]) => void changes.push(...known),
    all: (): readonly Change[] => changes,
  }
}

/** Collects the tables that a read depends on. */
export function createReadTables(reader: StatementReader) {
  const tables = new Set<WatchedTable>()
  let unwatched = false
  return {
    note(text: string): void {
      const read = reader.readBy(text)
      if (read === undefined) unwatched = true
      else for (const table of read) tables.add(table)
    },
    /** Undefined if the read cannot be cached, because its changes are not logged. */
    tables: (): readonly WatchedTable[] | undefined => (unwatched ? undefined : [...tables]),
  }
}
