import { PUBLISHED } from '@inkstone/contract/articles.ts'
import type { PageQuery } from '@inkstone/contract/schema.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database.ts'
import { boundsOf } from '../../platform/core/page.ts'

export type ReactionTableName = 'article_likes' | 'article_favorites'
type ReactionCount = 'like_count' | 'favorite_count'
const COUNTS = { article_likes: 'like_count', article_favorites: 'favorite_count' } as const satisfies Record<
  ReactionTableName,
  ReactionCount
>

export interface ViewsOfArticle {
  readonly siteId: number
  readonly articleId: number
  readonly views: number
}

/**
 * Increments each in one statement and returns the new values. Articles of other sites, or non-public ones if only
 * public ones count, are left out. Rows are locked by id, so that two nodes do not deadlock.
 */
export async function addViews(
  tx: Tx,
  asked: readonly ViewsOfArticle[],
  among: 'public' | 'all',
): Promise<readonly CountedViews[]> {
  const listed = among === 'public' ? sql`c.listed = ${PUBLISHED}` : sql`c.listed >= 0`
  const statement =
    tx.engine === 'sqlite'
      ? sql<CountedViews>`update article_counters as c set view_count = c.view_count + asked.views
          from (
            select value ->> 'articleId' as article_id, value ->> 'siteId' as site_id, value ->> 'views' as views
            from json_each(${JSON.stringify(asked)})
          ) as asked
          where c.article_id = asked.article_id and c.site_id = asked.site_id and ${listed}
          returning site_id, article_id, view_count`
      : sql<CountedViews>`with held as (
            select c.article_id, asked.views from article_counters c
            join unnest(
              ${asked.map(({ articleId }) => articleId)}::bigint[],
              ${asked.map(({ siteId }) => siteId)}::bigint[],
              ${asked.map(({ views }) => views)}::bigint[]
            ) as asked (article_id, site_id, views)
              on c.article_id = asked.article_id and c.site_id = asked.site_id
            where ${listed} order by c.article_id for update of c
          )
          update article_counters as c set view_count = c.view_count + held.views
          from held where c.article_id = held.article_id returning c.site_id, c.article_id, c.view_count`
  const changed = asked.map(({ siteId, articleId }) => ({
    table: 'article_counters',
    site: siteId,
    rows: [articleId],
  }))
  return (await statement.execute(tx.changing(changed))).rows
}

interface CountedViews {
  readonly site_id: number
  readonly article_id: number
  readonly view_count: number
}

/** The count of an article with the fields that decide who may see it. */
export async function findCount(db: Db, siteId: number, articleId: number, table: ReactionTableName) {
  return db
    .selectFrom('article_counters as c')
    .innerJoin('articles as a', 'a.id', 'c.article_id')
    .select([`c.${COUNTS[table]} as count`, 'a.status', 'a.author_id'])
    .where('c.article_id', '=', articleId)
    .where('a.site_id', '=', siteId)
    .where('a.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** The primary key makes it idempotent per user: the second of two simultaneous requests changes nothing. */
export async function insertReaction(
  tx: Tx,
  table: ReactionTableName,
  articleId: number,
  userId: number,
): Promise<boolean> {
  const row = await tx
    .insertInto(table)
    .values({ article_id: articleId, user_id: userId, created_at: tx.now })
    .onConflict((conflict) => conflict.columns(['article_id', 'user_id']).doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function removeReaction(
  tx: Tx,
  table: ReactionTableName,
  articleId: number,
  userId: number,
): Promise<boolean> {
  const row = await tx
    .deleteFrom(table)
    .where('article_id', '=', articleId)
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function addToCount(
  tx: Tx,
  table: ReactionTableName,
  articleId: number,
  by: 1 | -1,
): Promise<void> {
  const column = COUNTS[table]
  await tx
    .updateTable('article_counters')
    .set(({ eb }) => ({ [column]: eb(column, '+', by) }))
    .where('article_id', '=', articleId)
    .execute()
}

/** Latest first; only articles that are public on this site. */
export async function findFavorites(
  db: Db,
  siteId: number,
  userId: number,
  page: PageQuery,
): Promise<{ ids: number[]; total: number }> {
  const mine = db
    .selectFrom('article_favorites as f')
    .innerJoin('article_counters as c', 'c.article_id', 'f.article_id')
    .where('f.user_id', '=', userId)
    .where('c.site_id', '=', siteId)
    .where('c.listed', '=', PUBLISHED)
  const { limit, offset } = boundsOf(page)
  const rows = await mine
    .select('f.article_id')
    .orderBy('f.created_at', 'desc')
    .orderBy('f.article_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await mine.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { ids: rows.map(({ article_id }) => article_id), total }
}

/** Of a user on all sites, latest first. */
export function findReactionsOf(db: Db, table: ReactionTableName, userId: number, limit: number) {
  return db
    .selectFrom(table)
    .select(['article_id', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('article_id')
    .limit(limit)
    .execute()
}
