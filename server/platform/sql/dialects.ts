import { type RawBuilder, sql } from 'kysely'
import type { EngineName } from './handles.ts'

type Expression = RawBuilder<unknown>

/** What the engines spell differently. */
export interface Dialect {
  /** These values as one JSON array. Reading one text of SQLite is quicker than reading a column for each value. */
  jsonArray(values: readonly Expression[]): Expression
  /** A value of all rows as one JSON array, in this order; empty where there are none. */
  jsonList(value: Expression, order: Expression): Expression
  isAmong(column: Expression, list: Expression): RawBuilder<never>
  /** A list as one parameter. */
  listOf(values: readonly (number | string)[]): unknown
  /** JSON as it comes out of the database. */
  parsed<Value>(json: unknown): Value
  /** A join that is made in the order in which it is written. */
  readonly orderedJoin: Expression
}

const sqlite: Dialect = {
  jsonArray: (values) => sql`json_array(${sql.join(values)})`,
  jsonList: (value, order) => sql`json_group_array(${value} order by ${order})`,
  isAmong: (column, list) => sql`${column} in (select value from json_each(${list}))`,
  listOf: (values) => JSON.stringify(values),
  parsed: (json) => JSON.parse(String(json)),
  orderedJoin: sql`cross join`,
}

const postgres: Dialect = {
  jsonArray: (values) => sql`json_build_array(${sql.join(values)})`,
  jsonList: (value, order) => sql`coalesce(json_agg(${value} order by ${order}), '[]'::json)`,
  isAmong: (column, list) => sql`${column} = any(${list})`,
  listOf: (values) => values,
  parsed: (json) => json as never,
  orderedJoin: sql`join`,
}

export function dialectOf(engine: EngineName): Dialect {
  return engine === 'sqlite' ? sqlite : postgres
}
