import { type RawBuilder, sql } from 'kysely'
import type { EngineName } from './handles.ts'

type Expression = RawBuilder<unknown>

/** SQL that differs between the engines. */
export interface Dialect {
  /** These values as one JSON array. On SQLite, reading one text is faster than reading many columns. */
  jsonArray(values: readonly Expression[]): Expression
  /** These columns of all rows as a JSON array of arrays, in this order; empty if there are no rows. */
  jsonRows(columns: readonly Expression[], from: Expression, order: Expression): Expression
  isAmong(column: Expression, list: Expression): RawBuilder<never>
  /**
   * Whether a column is in the (small) result of a query. PostgreSQL estimates hundreds of rows for a recursive query,
   * but knows that a list computed before is short.
   */
  isAmongFew(column: Expression, query: Expression): RawBuilder<never>
  /** Whether a text contains another exactly. */
  containsText(text: Expression, part: string): RawBuilder<never>
  /** A text in lower case, for a comparison with this text in lower case. */
  lower(text: Expression, compared: string): Expression
  /** A list as one parameter. */
  listOf(values: readonly (number | string)[]): unknown
  /** JSON as the database returns it. */
  parsed<Value>(json: unknown): Value
  /** A join in the written order. */
  readonly orderedJoin: Expression
  /**
   * After a query: locks its rows until the transaction ends. SQLite has one writer at a time, which needs no row
   * locks.
   */
  readonly forUpdate: Expression
  /** The same as a shared lock. */
  readonly forShare: Expression
}

const sqlite: Dialect = {
  jsonArray: (values) => sql`json_array(${sql.join(values)})`,
  // An order in the aggregate would use a temporary table and take twice as long.
  jsonRows: (columns, from, order) => {
    const names = columns.map((_, at) => sql.ref(`value${at}`))
    const named = columns.map((column, at) => sql`${column} as ${names[at]}`)
    return sql`(select json_group_array(json_array(${sql.join(names)}))
      from (select ${sql.join(named)} ${from} order by ${order}))`
  },
  isAmong: (column, list) => sql`${column} in (select value from json_each(${list}))`,
  isAmongFew: (column, query) => sql`${column} in (${query})`,
  containsText: (text, part) => sql`instr(${text}, ${part}) > 0`,
  // lower() changes only ASCII letters, but calls no JavaScript for each row.
  lower: (text, compared) => (hasOtherLetters(compared) ? sql`lowercase(${text})` : sql`lower(${text})`),
  listOf: (values) => JSON.stringify(values),
  parsed: (json) => JSON.parse(String(json)),
  orderedJoin: sql`cross join`,
  forUpdate: sql``,
  forShare: sql``,
}

/** Whether a text has letters beyond ASCII that differ in case. */
function hasOtherLetters(text: string): boolean {
  const others = text.replace(/[\0-\x7f]/g, '')
  return others.toLowerCase() !== others.toUpperCase()
}

const postgres: Dialect = {
  jsonArray: (values) => sql`json_build_array(${sql.join(values)})`,
  jsonRows: (columns, from, order) =>
    sql`(select coalesce(json_agg(json_build_array(${sql.join(columns)}) order by ${order}), '[]'::json) ${from})`,
  isAmong: (column, list) => sql`${column} = any(${list})`,
  isAmongFew: (column, query) => sql`${column} = any (array(${query}))`,
  containsText: (text, part) => sql`strpos(${text}, ${part}) > 0`,
  lower: (text) => sql`lower(${text})`,
  listOf: (values) => values,
  parsed: (json) => json as never,
  orderedJoin: sql`join`,
  forUpdate: sql`for update`,
  forShare: sql`for share`,
}

export function dialectOf(engine: EngineName): Dialect {
  return engine === 'sqlite' ? sqlite : postgres
}
