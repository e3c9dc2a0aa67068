import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'

/** `column` contains `text`, whose own % and _ are only characters. SQLite has no escape character unless told. */
export function contains(column: Expression<string | null>, text: string): RawBuilder<SqlBool> {
  return matching(column, `%${escaped(text)}%`)
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
