import { PUBLISHED } from '@inkstone/contract/articles.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database.ts'
import type { ViewsOfArticle } from './counters.store.ts'

/** Adds views to a day. The callers have locked the counters of these articles, so two nodes never deadlock here. */
export async function addDailyViews(tx: Tx, day: number, counted: readonly ViewsOfArticle[]): Promise<void> {
  if (counted.length === 0) return
  await tx
    .insertInto('article_daily_views')
    .values(
      counted.map(({ siteId, articleId, views }) => ({
        article_id: articleId,
        day,
        site_id: siteId,
        views,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['article_id', 'day']).doUpdateSet({
        views: sql`article_daily_views.views + excluded.views`,
      }),
    )
    .execute()
}

const total = sql<number>`cast(sum(views) as bigint)`

/** Views by day from this day on; days without views are left out. */
export async function findDailyViews(
  db: Db,
  siteId: number,
  since: number,
  articleId: number | undefined,
): Promise<Array<{ day: number; views: number }>> {
  let views = db
    .selectFrom('article_daily_views')
    .select(['day', total.as('views')])
    .where('site_id', '=', siteId)
    .where('day', '>=', since)
  if (articleId !== undefined) views = views.where('article_id', '=', articleId)
  return views.groupBy('day').execute()
}

export interface ReadArticle {
  readonly id: number
  readonly title: string
  readonly alias: string
  readonly views: number
}

/** The published articles with the most views since this day. */
export async function findMostRead(
  db: Db,
  siteId: number,
  since: number,
  limit: number,
): Promise<ReadArticle[]> {
  return db
    .selectFrom(
      db
        .selectFrom('article_daily_views as v')
        .innerJoin('article_counters as c', 'c.article_id', 'v.article_id')
        .select(['v.article_id', total.as('views')])
        .where('v.site_id', '=', siteId)
        .where('v.day', '>=', since)
        .where('c.listed', '=', PUBLISHED)
        .groupBy('v.article_id')
        .orderBy('views', 'desc')
        .orderBy('v.article_id', 'desc')
        .limit(limit)
        .as('most'),
    )
    .innerJoin('articles as a', 'a.id', 'most.article_id')
    .select(['a.id', 'a.title', 'a.alias', 'most.views'])
    .orderBy('most.views', 'desc')
    .orderBy('a.id', 'desc')
    .execute()
}

/** Site by site, in index order. */
export async function removeViewsBefore(tx: Tx, day: number): Promise<void> {
  await tx
    .deleteFrom('article_daily_views')
    .where('site_id', 'in', tx.selectFrom('sites').select('id'))
    .where('day', '<', day)
    .execute()
}
