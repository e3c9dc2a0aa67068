import type { Insertable, Updateable } from 'kysely'
import type { Db, Tx } from '../../database.ts'
import { Problem } from '../../platform/core/problem.ts'
import { forUpdate, unchanged } from '../../platform/sql/lock.ts'
import type { Links } from './articles.rules.ts'
import type { ArticleRow, ArticleTable } from './articles.table.ts'

export async function findArticle(
  db: Db,
  siteId: number,
  id: number,
  where: 'living' | 'anywhere' = 'living',
): Promise<ArticleRow | undefined> {
  const found = db.selectFrom('articles').selectAll().where('site_id', '=', siteId).where('id', '=', id)
  return (where === 'living' ? found.where('deleted_at', 'is', null) : found).executeTakeFirst()
}

/** The article, held until the transaction ends. One in the recycle bin is only found by who looks there. */
export async function lockArticle(
  tx: Tx,
  siteId: number,
  id: number,
  where: 'living' | 'in-bin' | 'anywhere' = 'living',
): Promise<ArticleRow> {
  const found = tx.selectFrom('articles').selectAll().where('site_id', '=', siteId).where('id', '=', id)
  const wanted =
    where === 'anywhere' ? found : found.where('deleted_at', where === 'living' ? 'is' : 'is not', null)
  const row = await forUpdate(tx, wanted).executeTakeFirst()
  if (!row) throw new Problem(where === 'in-bin' ? 'deleted-item-not-found' : 'article-not-found')
  return row
}

/** Undefined where its alias is taken: the transaction goes on, and may try another. */
export async function insertArticle(
  tx: Tx,
  article: Insertable<ArticleTable>,
): Promise<ArticleRow | undefined> {
  return tx
    .insertInto('articles')
    .values(article)
    .onConflict((conflict) => conflict.columns(['site_id', 'alias_key']).doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function saveArticle(
  tx: Tx,
  siteId: number,
  id: number,
  changes: Updateable<ArticleTable>,
): Promise<ArticleRow> {
  return tx
    .updateTable('articles')
    .set(({ eb }) => ({ ...changes, version: eb('version', '+', 1) }))
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function removeArticle(tx: Tx, siteId: number, id: number): Promise<void> {
  await tx.deleteFrom('articles').where('site_id', '=', siteId).where('id', '=', id).execute()
}

/** The secondary categories and the tags of one article. */
export async function readLinks(db: Db, articleId: number): Promise<Links> {
  const categories = await db
    .selectFrom('article_categories')
    .select('category_id')
    .where('article_id', '=', articleId)
    .where('is_main', '=', 0)
    .orderBy('category_id')
    .execute()
  const tags = await db
    .selectFrom('article_tags')
    .select('tag_id')
    .where('article_id', '=', articleId)
    .orderBy('position')
    .orderBy('tag_id')
    .execute()
  return {
    categoryIds: categories.map(({ category_id }) => category_id),
    tagIds: tags.map(({ tag_id }) => tag_id),
  }
}

/**
 * Which of these exist in the site. On PostgreSQL they are held as well, so that a merge of two categories or tags
 * and a change of their articles wait for each other and the totals stay true.
 */
export async function holdExisting(
  tx: Tx,
  table: 'categories' | 'tags',
  siteId: number,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const query = tx
    .selectFrom(table)
    .select('id')
    .where('site_id', '=', siteId)
    .where('id', 'in', [...new Set(ids)])
    .orderBy('id')
  const rows = await unchanged(tx, query).execute()
  return new Set(rows.map(({ id }) => id))
}

export async function defaultCategoryOf(db: Db, siteId: number): Promise<number> {
  const { default_category_id } = await db
    .selectFrom('sites')
    .select('default_category_id')
    .where('id', '=', siteId)
    .executeTakeFirstOrThrow()
  return default_category_id
}

const MOST_LISTED = 10_000

/** What a user wrote, on all sites, in the recycle bin too. */
export async function findByAuthor(
  db: Db,
  authorId: number,
): Promise<{ id: number; site_id: number; title: string }[]> {
  return db
    .selectFrom('articles')
    .select(['id', 'site_id', 'title'])
    .where('author_id', '=', authorId)
    .orderBy('id')
    .limit(MOST_LISTED)
    .execute()
}
