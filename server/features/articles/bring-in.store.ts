import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '../../database.ts'
import { insertMany } from '../../platform/sql/insert-many.ts'
import { forUpdate } from '../../platform/sql/lock.ts'
import { prepared } from '../../platform/sql/prepared.ts'
import type { ArticleRow, ArticleTable } from './articles.table.ts'

export type NewArticle = Insertable<ArticleTable> & Omit<ArticleRow, 'id'>

/** Those whose alias is taken are left out. */
export async function insertArticles(tx: Tx, articles: readonly NewArticle[]): Promise<ArticleRow[]> {
  const made = await insertMany(tx, 'articles', articles, {
    unlessTaken: ['site_id', 'alias_key'],
    returning: ['id', 'alias_key'],
  })
  const ids = new Map(made.map(({ id, alias_key }) => [alias_key, id]))
  return articles.flatMap((article) => {
    const id = ids.get(article.alias_key)
    return id === undefined ? [] : [{ ...article, id }]
  })
}

/** By their ids, not by their site: SQLite would read all articles of the site for them. */
const OF_SITE = sql<number>`+site_id`

/** What these articles of a site say, in the recycle bin too. */
export async function findTexts(
  db: Db,
  siteId: number,
  ids: readonly number[],
): Promise<Pick<ArticleRow, 'id' | 'content'>[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('articles')
    .select(['id', 'content'])
    .where(OF_SITE, '=', siteId)
    .where('id', 'in', [...ids])
    .execute()
}

/** These articles of a site, in the recycle bin too, held until the transaction ends. */
export async function lockSeveral(tx: Tx, siteId: number, ids: readonly number[]): Promise<ArticleRow[]> {
  const found = tx
    .selectFrom('articles')
    .selectAll()
    .where(OF_SITE, '=', siteId)
    .where('id', 'in', [...ids])
    .orderBy('id')
  return ids.length === 0 ? [] : forUpdate(tx, found).execute()
}

const rewriting = prepared<{ id: number; content: string; summary: string }, never>(
  ({ value }) => sql`update articles set content = ${value('content')}, summary = ${value('summary')},
    version = version + 1 where id = ${value('id')}`,
)

export async function saveRewritten(
  tx: Tx,
  text: { readonly id: number; readonly content: string; readonly summary: string },
): Promise<void> {
  await rewriting(tx, text)
}
