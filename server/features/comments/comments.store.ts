import { PUBLISHED } from '@inkstone/contract/articles.ts'
import { APPROVED_COMMENT } from '@inkstone/contract/comments.ts'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db, Tx } from '../../database.ts'
import { Problem } from '../../platform/core/problem.ts'
import { forUpdate, takeNamedLock } from '../../platform/sql/lock.ts'
import { prepared } from '../../platform/sql/prepared.ts'
import { insertRows } from '../../platform/sql/rows.ts'
import type { Place } from './comments.rules.ts'
import type { CommentRow, CommentTable } from './comments.table.ts'
import type { SubjectId } from './subjects.rules.ts'

/**
 * A new comment takes a shared lock on the thread, a deletion an exclusive one, so that no reply is added to a comment
 * that is being deleted.
 */
export async function lockThread(
  tx: Tx,
  { article_id, page_id }: SubjectId,
  how: 'shared' | 'alone',
): Promise<void> {
  await takeNamedLock(
    tx,
    article_id === null ? `comments of page ${page_id}` : `comments of article ${article_id}`,
    how,
  )
}

/** One new comment at a time per user and per IP address, locked in this order. SQLite has a single writer anyway. */
export async function lockPosting(tx: Tx, siteId: number, userId: number, addressKey: string): Promise<void> {
  const names = [`comments of user ${userId} on ${siteId}`, `comments from ${addressKey} on ${siteId}`]
  for (const name of userId === 0 ? names.slice(1) : names) await takeNamedLock(tx, name)
}

export async function findComment(db: Db, siteId: number, id: number): Promise<CommentRow | undefined> {
  return db
    .selectFrom('comments')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

const MAX_PER_STATEMENT = 500

/** Which of these comments exist, be it in the recycle bin. */
export async function findRemaining(db: Db, siteId: number, ids: readonly number[]): Promise<Set<number>> {
  const remaining = new Set<number>()
  for (let at = 0; at < ids.length; at += MAX_PER_STATEMENT) {
    const rows = await db
      .selectFrom('comments')
      .select('id')
      .where('site_id', '=', siteId)
      .where('id', 'in', ids.slice(at, at + MAX_PER_STATEMENT))
      .execute()
    for (const { id } of rows) remaining.add(id)
  }
  return remaining
}

/** Whether a comment has replies that are not deleted. */
export async function isAnswered(db: Db, siteId: number, id: number): Promise<boolean> {
  const reply = await db
    .selectFrom('comments')
    .select('id')
    .where('site_id', '=', siteId)
    .where('parent_id', '=', id)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return reply !== undefined
}

/** Those of these comments that are not deleted, locked until the transaction ends, in the order of their ids. */
export async function lockComments(tx: Tx, siteId: number, ids: readonly number[]): Promise<CommentRow[]> {
  return forUpdate(
    tx,
    tx
      .selectFrom('comments')
      .selectAll()
      .where('site_id', '=', siteId)
      .where('id', 'in', ids)
      .where('deleted_at', 'is', null)
      .orderBy('id'),
  ).execute()
}

export async function lockComment(tx: Tx, siteId: number, id: number): Promise<CommentRow> {
  const [comment] = await lockComments(tx, siteId, [id])
  if (!comment) throw new Problem('comment-not-found')
  return comment
}

/** The comment and its ancestors, nearest first. */
export async function lineageOf(db: Db, id: number): Promise<Array<Place & { deleted_at: number | null }>> {
  const { rows } = await sql<Place & { deleted_at: number | null }>`
    with recursive up as (
      select id, parent_id, root_id, depth, deleted_at from comments where id = ${id}
      union all
      select c.id, c.parent_id, c.root_id, c.depth, c.deleted_at from comments c join up on c.id = up.parent_id
    ) select id, parent_id, root_id, depth, deleted_at from up order by depth desc`.execute(db)
  return rows
}

/** The comment and its remaining replies, at every depth. */
export const threadOf = (siteId: number, id: number) => sql<{ id: number }>`
  with recursive down as (
    select id from comments where id = ${id} and site_id = ${siteId}
    union all
    select c.id from comments c join down on c.parent_id = down.id where c.deleted_at is null
  ) select id from down`

export async function findThread(db: Db, siteId: number, id: number): Promise<number[]> {
  const { rows } = await threadOf(siteId, id).execute(db)
  return rows.map((row) => row.id)
}

/**
 * Those of these comments that are not deleted, and whether readers see them: they and all comments above them are
 * approved, on a public article or page. Closed comments (`allow_comment`, `comment_enabled`) count as seen.
 */
export const selectSeen = prepared<{ site: number; ids: readonly number[] }, { id: number; seen: number }>(
  ({ value, isAmong }) => sql`
    with recursive up as (
      select id as comment_id, parent_id, status from comments
      where ${isAmong(sql`id`, 'ids')} and site_id = ${value('site')} and deleted_at is null
      union all
      select up.comment_id, c.parent_id, case when c.deleted_at is null then c.status end
      from up join comments c on c.id = up.parent_id
    ), approved as (
      select comment_id, min(case when status = ${sql.lit(APPROVED_COMMENT)} then 1 else 0 end) as approved
      from up group by comment_id
    )
    select c.id, case when approved = 1 and (a.status = ${sql.lit(PUBLISHED)} or p.enabled = 1) then 1 else 0 end as seen
    from approved join comments c on c.id = approved.comment_id
    left join articles a on a.id = c.article_id and a.deleted_at is null
    left join pages p on p.id = c.page_id and p.deleted_at is null`,
)

export async function insertComment(tx: Tx, comment: Insertable<CommentTable>): Promise<CommentRow> {
  return tx.insertInto('comments').values(comment).returningAll().executeTakeFirstOrThrow()
}

/** Their ids, in the order of the comments. */
export async function insertComments(
  tx: Tx,
  comments: readonly Insertable<CommentTable>[],
): Promise<number[]> {
  const made = await insertRows(tx, 'comments', comments, { returning: ['id'] })
  return made.map(({ id }) => id).sort((one, other) => one - other)
}

export async function saveComment(
  tx: Tx,
  siteId: number,
  id: number,
  changes: Updateable<CommentTable>,
): Promise<CommentRow> {
  return tx
    .updateTable('comments')
    .set(changes)
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Marks the comment as notified. False if it already was. */
export async function claimNotification(tx: Tx, siteId: number, id: number): Promise<boolean> {
  const row = await tx
    .updateTable('comments')
    .set({ told_at: tx.now })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .where('told_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function moveArticleCount(tx: Tx, articleId: number, by: number): Promise<void> {
  await tx
    .updateTable('article_counters')
    .set(({ eb }) => ({ comment_count: eb('comment_count', '+', by) }))
    .where('article_id', '=', articleId)
    .execute()
}

const movingCount = prepared<{ id: number; by: number }, never>(
  ({ value }) => sql`update article_counters set comment_count = comment_count + ${value('by')}
    where article_id = ${value('id')}`,
)

/** The same for many articles, in their order. */
export async function moveArticleCounts(
  tx: Tx,
  moves: readonly { readonly id: number; readonly by: number }[],
): Promise<void> {
  for (const move of moves) await movingCount(tx, move)
}

export async function siteName(db: Db, siteId: number): Promise<string> {
  const { name } = await db
    .selectFrom('sites')
    .select('name')
    .where('id', '=', siteId)
    .executeTakeFirstOrThrow()
  return name
}
