import type { Tx } from '../../database.ts'
import { forUpdate } from '../../platform/sql/lock.ts'
import type { Alias } from './alias.rules.ts'

/** Few at a time: each may hold two million characters. */
const PORTION = 20

/** The next by id, held, on whatever site. */
export async function articlesAfter(tx: Tx, id: number) {
  return forUpdate(
    tx,
    tx
      .selectFrom('articles')
      .select(['id', 'content', 'cover'])
      .where('id', '>', id)
      .orderBy('id')
      .limit(PORTION),
  ).execute()
}

/** What readers see stays the same, so version and time stay too. */
export async function saveAddresses(
  tx: Tx,
  id: number,
  kept: { content: string; cover: string },
): Promise<void> {
  await tx.updateTable('articles').set(kept).where('id', '=', id).execute()
}

/** Making an alias takes a fraction of a millisecond, in which nobody else is served on SQLite. */
const NAMED_AT_ONCE = 50

/** The next by id, held, on whatever site. */
export async function articlesToName(tx: Tx, id: number) {
  return forUpdate(
    tx,
    tx
      .selectFrom('articles')
      .select(['id', 'site_id', 'title', 'alias_key', 'alias_public'])
      .where('id', '>', id)
      .orderBy('id')
      .limit(NAMED_AT_ONCE),
  ).execute()
}

/** Nobody changed the article: version and time stay. */
export async function saveAlias(tx: Tx, id: number, { alias, alias_key }: Alias): Promise<void> {
  await tx.updateTable('articles').set({ alias, alias_key }).where('id', '=', id).execute()
}
