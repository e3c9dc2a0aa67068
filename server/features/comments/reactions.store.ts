import type { Insertable } from 'kysely'
import type { Tx } from '../../database.ts'
import type { CommentReportTable } from './comments.table.ts'

/** The primary key makes it idempotent: the second of two simultaneous requests changes nothing. */
export async function insertLike(tx: Tx, commentId: number, liker: string): Promise<boolean> {
  const row = await tx
    .insertInto('comment_likes')
    .values({ comment_id: commentId, liker, created_at: tx.now })
    .onConflict((conflict) => conflict.columns(['comment_id', 'liker']).doNothing())
    .returning('liker')
    .executeTakeFirst()
  return row !== undefined
}

export async function removeLike(tx: Tx, commentId: number, liker: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('comment_likes')
    .where('comment_id', '=', commentId)
    .where('liker', '=', liker)
    .returning('liker')
    .executeTakeFirst()
  return row !== undefined
}

export async function insertReport(tx: Tx, report: Insertable<CommentReportTable>): Promise<boolean> {
  const row = await tx
    .insertInto('comment_reports')
    .values(report)
    .onConflict((conflict) => conflict.columns(['comment_id', 'reporter']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
