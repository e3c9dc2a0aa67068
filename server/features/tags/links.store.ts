import type { Selectable } from 'kysely'
import type { Db, Tx } from '../../database.ts'
import type { ArticleTable } from '../articles/articles.table.ts'

const PUBLISHED = 1
const MAX_SHOWN = 20

export type TaggedArticle = Pick<
  Selectable<ArticleTable>,
  'id' | 'alias' | 'title' | 'summary' | 'cover' | 'publish_at' | 'created_at'
>

/** The newest published articles, read from one index. */
export async function findLatestArticles(db: Db, siteId: number, tagId: number): Promise<TaggedArticle[]> {
  const links = db
    .selectFrom('article_tags')
    .select(['article_id', 'sorted_at'])
    .where('tag_id', '=', tagId)
    .where('listed', '=', PUBLISHED)
    .orderBy('sorted_at', 'desc')
    .orderBy('article_id', 'desc')
    .limit(MAX_SHOWN)
    .as('links')
  return db
    .selectFrom(links)
    .innerJoin('articles', 'articles.id', 'links.article_id')
    .select(['articles.id', 'articles.alias', 'articles.title', 'articles.summary', 'articles.cover'])
    .select(['articles.publish_at', 'articles.created_at'])
    .where('articles.site_id', '=', siteId)
    .orderBy('links.sorted_at', 'desc')
    .orderBy('links.article_id', 'desc')
    .limit(MAX_SHOWN)
    .execute()
}

/** Each article has the target once, in its own position or that of the source. */
export async function moveArticles(
  tx: Tx,
  fromId: number,
  toId: number,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .deleteFrom('article_tags')
    .where('tag_id', '=', fromId)
    .where('article_id', 'in', ids)
    .where('article_id', 'in', (links) =>
      links.selectFrom('article_tags').select('article_id').where('tag_id', '=', toId),
    )
    .execute()
  await tx
    .updateTable('article_tags')
    .set({ tag_id: toId })
    .where('tag_id', '=', fromId)
    .where('article_id', 'in', ids)
    .execute()
}

export async function unlinkArticles(tx: Tx, tagId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx.deleteFrom('article_tags').where('tag_id', '=', tagId).where('article_id', 'in', ids).execute()
}
