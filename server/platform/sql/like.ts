import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { dialectOf } from './dialects.ts'
import type { EngineName } from './handles.ts'

/** Whether `column` contains `text`, with % and _ escaped. SQLite has no escape character by default. */
export function contains(column: Expression<string | null>, text: string): RawBuilder<SqlBool> {
  return matching(column, `%${escaped(text)}%`)
}

/** The same in any case. */
export function containsInAnyCase(
  { engine }: { readonly engine: EngineName },
  column: Expression<string | null>,
  text: string,
): RawBuilder<SqlBool> {
  return contains(lower(engine, column, text), text.toLowerCase())
}

export function equalsInAnyCase(
  { engine }: { readonly engine: EngineName },
  column: Expression<string | null>,
  text: string,
): RawBuilder<SqlBool> {
  return sql<SqlBool>`${lower(engine, column, text)} = ${text.toLowerCase()}`
}

function lower(
  engine: EngineName,
  column: Expression<string | null>,
  text: string,
): Expression<string | null> {
  return dialectOf(engine).lower(sql`${column}`, text) as RawBuilder<string | null>
}

export function beginsWith(column: Expression<string | null>, text: string): RawBuilder<SqlBool> {
  return matching(column, `${escaped(text)}%`)
}

function matching(column: Expression<string | null>, pattern: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${column} like ${pattern} escape '\\'`
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`)
}
