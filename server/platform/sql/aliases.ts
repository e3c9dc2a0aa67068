import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { beginsWith } from './like.ts'

/** Aliases may have more characters than this; a suffix is added to what remains. */
const KEPT_BEFORE_SUFFIX = 50

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

/** The aliases of the rows with these ids. Missing ones are left out. */
export async function aliasesById<Tables, From extends keyof Tables>(
  rows: SelectQueryBuilder<Tables, From, { id: number; alias: string }>,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const found = await rows.where(sql<SqlBool>`${sql.ref('id')} in (${sql.join(ids)})`).execute()
  return new Map(found.map(({ id, alias }) => [id, alias]))
}
