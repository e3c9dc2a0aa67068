import type { Tx } from '../../database.ts'
import { forUpdate } from '../../platform/sql/lock.ts'
import type { Alias } from './alias.rules.ts'

/** Only a few at a time: each may have two million characters. */
const PORTION = 20

/** The next rows by id on any site, locked. */
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

/** The visible content does not change, so version and time stay the same. */
export async function saveAddresses(
  tx: Tx,
  id: number,
  kept: { content: string; cover: string },
): Promise<void> {
  await tx.updateTable('articles').set(kept).where('id', '=', id).execute()
}

/** Generating an alias takes a fraction of a millisecond, which blocks others on SQLite. */
const ALIASES_PER_PORTION = 50

/** The next rows by id on any site, locked. */
export async function articlesToName(tx: Tx, id: number) {
  return forUpdate(
    tx,
    tx
      .selectFrom('articles')
      .select(['id', 'site_id', 'title', 'alias_key', 'alias_public'])
      .where('id', '>', id)
      .orderBy('id')
      .limit(ALIASES_PER_PORTION),
  ).execute()
}

/** This is not a change of the article: version and time stay the same. */
export async function saveAlias(tx: Tx, id: number, { alias, alias_key }: Alias): Promise<void> {
  await tx.updateTable('articles').set({ alias, alias_key }).where('id', '=', id).execute()
}
