import { type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'

/** Aliases may have more characters than this; a suffix is added to what remains. */
const KEPT_BEFORE_SUFFIX = 50

/** Whether `column` contains `text`, with % and _ escaped. SQLite has no escape character by default. */
export function contains(column: Expression<string | null>, text: string): RawBuilder<SqlBool> {
  return matching(column, `%${escaped(text)}%`)
}

export function beginsWith(column: Expression<string | null>, text: string): RawBuilder<SqlBool> {
  return matching(column, `${escaped(text)}%`)
}

/** The aliases of these rows that a candidate with a suffix could collide with: a long alias is cut to make room. */
export async function aliasesLike<Tables, From extends keyof Tables>(
  rows: SelectQueryBuilder<Tables, From, { alias: string }>,
  alias: string,
): Promise<Set<string>> {
  const found = await rows
    .where(beginsWith(sql.ref<string>('alias'), alias.slice(0, KEPT_BEFORE_SUFFIX)))
    .execute()
  return new Set(found.map((row) => row.alias))
}

function matching(column: Expression<string | null>, pattern: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${column} like ${pattern} escape '\\'`
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`)
}
