import type { moderateComments } from '@inkstone/contract/comment-moderation.ts'
import type { QueryOf } from '@inkstone/contract/endpoint.ts'
import type { PageQuery } from '@inkstone/contract/schema.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database.ts'
import { boundsOf, type Found } from '../../platform/core/page.ts'
import { containsInAnyCase } from '../../platform/sql/like.ts'

const filtered = (db: Db, siteId: number, query: QueryOf<typeof moderateComments>) => {
  let matching = db
    .selectFrom('comments as c')
    .where('c.site_id', '=', siteId)
    .where('c.deleted_at', 'is', null)
  if (query.status !== undefined) matching = matching.where('c.status', '=', query.status)
  if (query.article_id !== undefined) matching = matching.where('c.article_id', '=', query.article_id)
  if (query.page_id !== undefined) matching = matching.where('c.page_id', '=', query.page_id)
  if (query.user_id !== undefined) matching = matching.where('c.user_id', '=', query.user_id)
  if (query.keyword) {
    const { keyword } = query
    matching = matching.where(({ or, ref }) =>
      or(
        (['c.content', 'c.nickname', 'c.email'] as const).map((column) =>
          containsInAnyCase(db, ref(column), keyword),
        ),
      ),
    )
  }
  return matching
}

const shown = (db: Db, siteId: number, query: QueryOf<typeof moderateComments>) =>
  filtered(db, siteId, query)
    .leftJoin('articles as a', 'a.id', 'c.article_id')
    .leftJoin('pages as p', 'p.id', 'c.page_id')
    .leftJoin('users as u', 'u.id', 'c.user_id')
    .select([
      'c.id',
      'c.article_id',
      'c.page_id',
      'c.parent_id',
      'c.content',
      'c.status',
      'c.user_id',
      'c.nickname',
      'c.email',
      'c.address',
      'c.is_site',
      'c.like_count',
      'c.report_count',
      'c.reason',
      'c.created_at',
      'c.audited_at',
      'a.title as article_title',
      'a.alias as article_alias',
      'p.title as page_title',
      'p.alias as page_alias',
      'u.username',
      'u.nickname as user_nickname',
      'u.email as user_email',
      'u.avatar',
    ])
export type ModeratedRow = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>

export async function findModerated(
  db: Db,
  siteId: number,
  query: QueryOf<typeof moderateComments>,
): Promise<Found<ModeratedRow>> {
  const { limit, offset } = boundsOf(query)
  const rows = await shown(db, siteId, query).orderBy('c.id', 'desc').limit(limit).offset(offset).execute()
  const { total } = await filtered(db, siteId, query)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

/** The next comments by id, on articles and pages. */
export async function findModeratedAfter(
  db: Db,
  siteId: number,
  id: number,
  most: number,
): Promise<ModeratedRow[]> {
  return shown(db, siteId, { page: 1, page_size: most })
    .where('c.id', '>', id)
    .orderBy('c.id')
    .limit(most)
    .execute()
}

const reports = (db: Db, siteId: number, withHandled: boolean) => {
  const all = db
    .selectFrom('comment_reports as r')
    .innerJoin('comments as c', 'c.id', 'r.comment_id')
    .where('r.site_id', '=', siteId)
    .where('c.deleted_at', 'is', null)
  return withHandled ? all : all.where('r.handled_at', 'is', null)
}

const shownReports = (db: Db, siteId: number, withHandled: boolean) =>
  reports(db, siteId, withHandled)
    .leftJoin('users as u', 'u.id', 'r.user_id')
    .select([
      'r.id',
      'r.reason',
      'r.user_id',
      'r.address',
      'r.handled_at',
      'r.created_at',
      'r.comment_id',
      'c.article_id',
      'c.page_id',
      'c.content',
      'c.status',
      'u.nickname',
      'u.username',
    ])
export type ReportRow = Awaited<ReturnType<ReturnType<typeof shownReports>['executeTakeFirstOrThrow']>>

export async function findReports(
  db: Db,
  siteId: number,
  withHandled: boolean,
  page: PageQuery,
): Promise<Found<ReportRow>> {
  const { limit, offset } = boundsOf(page)
  const rows = await shownReports(db, siteId, withHandled)
    .orderBy('r.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await reports(db, siteId, withHandled)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

export async function closeReports(tx: Tx, siteId: number, commentId: number): Promise<void> {
  await tx
    .updateTable('comment_reports')
    .set({ handled_at: tx.now })
    .where('site_id', '=', siteId)
    .where('comment_id', '=', commentId)
    .where('handled_at', 'is', null)
    .execute()
}

export async function countByState(
  db: Db,
  siteId: number,
): Promise<Array<{ status: number; total: number }>> {
  return db
    .selectFrom('comments')
    .select(({ fn }) => ['status', fn.countAll<number>().as('total')])
    .where('site_id', '=', siteId)
    .where('deleted_at', 'is', null)
    .groupBy('status')
    .execute()
}

export interface QuarterCount {
  readonly quarter: number
  readonly status: number
  readonly total: number
}

/**
 * Counts per quarter of an hour, from which the days of every time zone can be built: the database does not know the
 * time zone.
 */
export async function countByQuarter(
  db: Db,
  siteId: number,
  since: number,
  quarterMs: number,
  articleId?: number,
): Promise<QuarterCount[]> {
  const ofArticle = articleId === undefined ? sql`` : sql`and article_id = ${articleId}`
  const { rows } = await sql<QuarterCount>`
    select created_at / ${sql.lit(quarterMs)} as quarter, status, count(*) as total from comments
    where site_id = ${siteId} and deleted_at is null and created_at >= ${since} ${ofArticle}
    group by 1, 2`.execute(db)
  return rows
}
