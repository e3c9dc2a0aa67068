import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'

/** Whether `column` contains `text`, with % and _ escaped. SQLite has no escape character by default. */
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
