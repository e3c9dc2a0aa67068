import { PUBLISHED } from '@inkstone/contract/articles.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../../database.ts'
import { forChange } from '../../platform/sql/lock.ts'
import { prepared } from '../../platform/sql/prepared.ts'
import type { IndexedArticle } from './entries.rules.ts'

const columns = [
  'id',
  'site_id',
  'status',
  'title',
  'summary',
  'summary_given',
  'content',
  'deleted_at',
] as const

export type ArticleToIndex = Omit<IndexedArticle, 'tagNames'> & { readonly deleted_at: number | null }

/** Locks the articles with these ids: concurrent changes end first, and their result is read. */
export async function lockArticles(tx: Tx, ids: readonly number[]): Promise<ArticleToIndex[]> {
  if (ids.length === 0) return []
  const articles = tx
    .selectFrom('articles')
    .select(columns)
    .where('id', 'in', [...ids])
    .orderBy('id')
  // Likes and comments do not wait.
  return forChange(tx, articles).execute()
}

/** The next articles by id, locked. */
export async function lockArticlesAfter(tx: Tx, id: number, limit: number): Promise<ArticleToIndex[]> {
  const articles = tx.selectFrom('articles').select(columns).where('id', '>', id).orderBy('id').limit(limit)
  return forChange(tx, articles).execute()
}

export async function countArticles(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('articles')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** The number of this user's articles that match the condition. */
export async function countWrittenBy(
  db: Db,
  siteId: number,
  authorId: number,
  condition: RawBuilder<SqlBool>,
): Promise<number> {
  const { total } = await db
    .selectFrom('articles')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('author_id', '=', authorId)
    .where('site_id', '=', siteId)
    .where('deleted_at', 'is', null)
    .where(condition)
    .executeTakeFirstOrThrow()
  return total
}

/** The published articles that match the condition, those published last first. */
export async function newestPublished(
  db: Db,
  siteId: number,
  condition: RawBuilder<SqlBool>,
  limit: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('articles')
    .select('id')
    .where('site_id', '=', siteId)
    .where('status', '=', PUBLISHED)
    .where('deleted_at', 'is', null)
    .where(condition)
    .orderBy('sorted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

const selectTagNames = prepared<{ articles: readonly number[] }, { article_id: number; name: string }>(
  ({
    isAmong,
  }) => sql`select l.article_id, t.name from article_tags l join tags t on t.id = l.tag_id and t.enabled = 1
    where ${isAmong(sql`l.article_id`, 'articles')} order by l.article_id, l.position`,
)

export async function tagNamesOf(
  db: Db,
  articleIds: readonly number[],
): Promise<ReadonlyMap<number, string[]>> {
  const names = new Map<number, string[]>(articleIds.map((id) => [id, []]))
  if (articleIds.length === 0) return names
  const rows = await selectTagNames(db, { articles: articleIds })
  for (const { article_id, name } of rows) names.get(article_id)?.push(name)
  return names
}

export async function articleIdsOfTag(db: Db, tagId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('article_tags')
    .select('article_id')
    .where('tag_id', '=', tagId)
    .where('listed', '>=', 0)
    .orderBy('article_id')
    .execute()
  return rows.map(({ article_id }) => article_id)
}
