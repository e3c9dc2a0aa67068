import { sql } from 'kysely'
import type { Db, Tx } from '../../database.ts'
import { prepared } from '../../platform/sql/prepared.ts'

interface AliasQuery {
  readonly site: number
  readonly keys: readonly string[]
  readonly but: number
}
const findingTaken = prepared<AliasQuery, { alias_key: string }>(
  ({ value, isAmong }) => sql`select alias_key from articles
    where site_id = ${value('site')} and ${isAmong(sql`alias_key`, 'keys')} and id <> ${value('but')}`,
)
const findingRemembered = prepared<AliasQuery, { alias_key: string }>(
  ({ value, isAmong }) => sql`select alias_key from article_old_aliases
    where site_id = ${value('site')} and ${isAmong(sql`alias_key`, 'keys')} and article_id <> ${value('but')}`,
)

/** Which of these aliases are taken in the site, including the recycle bin; `but` excludes one article. */
export async function takenAliasKeys(
  db: Db,
  siteId: number,
  keys: readonly string[],
  but: number,
): Promise<Set<string>> {
  const present = await findingTaken(db, { site: siteId, keys, but })
  return new Set(present.map(({ alias_key }) => alias_key))
}

/** Which of these are former public aliases of another article. */
export async function oldAliasKeys(
  db: Db,
  siteId: number,
  keys: readonly string[],
  but: number,
): Promise<Set<string>> {
  const old = await findingRemembered(db, { site: siteId, keys, but })
  return new Set(old.map(({ alias_key }) => alias_key))
}

/** Makes it redirect to this article. */
export async function saveOldAlias(
  tx: Tx,
  siteId: number,
  aliasKey: string,
  articleId: number,
): Promise<void> {
  await tx
    .insertInto('article_old_aliases')
    .values({ site_id: siteId, alias_key: aliasKey, article_id: articleId })
    .onConflict((conflict) =>
      conflict.columns(['site_id', 'alias_key']).doUpdateSet({ article_id: articleId }),
    )
    .execute()
}

/** It is the current alias of an article again, so it no longer redirects. */
export async function deleteOldAlias(tx: Tx, siteId: number, aliasKey: string): Promise<void> {
  await deleteOldAliases(tx, siteId, [aliasKey])
}

export async function deleteOldAliases(tx: Tx, siteId: number, aliasKeys: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('article_old_aliases')
    .where('site_id', '=', siteId)
    .where('alias_key', 'in', [...aliasKeys])
    .execute()
}

const findingByAlias = prepared<{ site: number; key: string }, { readonly id: number }>(
  ({ value }) => sql`select id from articles
    where site_id = ${value('site')} and alias_key = ${value('key')} and deleted_at is null`,
)

/** The article with this alias. */
export async function findByAlias(db: Db, siteId: number, aliasKey: string): Promise<number | undefined> {
  const [row] = await findingByAlias(db, { site: siteId, key: aliasKey })
  return row?.id
}

/** The article with this former public alias. */
export async function findByOldAlias(
  db: Db,
  siteId: number,
  aliasKey: string,
): Promise<{ id: number; alias: string; status: number; author_id: number } | undefined> {
  return db
    .selectFrom('article_old_aliases as o')
    .innerJoin('articles as a', 'a.id', 'o.article_id')
    .select(['a.id', 'a.alias', 'a.status', 'a.author_id'])
    .where('o.site_id', '=', siteId)
    .where('o.alias_key', '=', aliasKey)
    .where('a.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** The former public aliases of these articles, case-folded, by article. */
export async function findOldAliases(db: Db, articleIds: readonly number[]): Promise<Map<number, string[]>> {
  const rows = await db
    .selectFrom('article_old_aliases')
    .select(['article_id', 'alias_key'])
    .where('article_id', 'in', [...articleIds])
    .orderBy('alias_key')
    .execute()
  const found = new Map<number, string[]>()
  for (const { article_id, alias_key } of rows)
    found.set(article_id, [...(found.get(article_id) ?? []), alias_key])
  return found
}
