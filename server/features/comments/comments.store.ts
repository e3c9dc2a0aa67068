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
