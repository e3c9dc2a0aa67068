import type { Tx } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { Problem } from '../../platform/core/problem.ts'
import { recordAuditEntry } from '../audit-log/audit-log.actions.ts'
import type { BinKind } from '../deletion/bin-kinds.rules.ts'
import { binQueries } from '../deletion/bin-queries.actions.ts'
import { approvedAmong, moveDeleted, putIntoBin, removeComment, takeOutOfBin } from './comments.bin.store.ts'
import { positionUnder } from './comments.rules.ts'
import { findComment, findThread, isAnswered, lineageOf, lockThread } from './comments.store.ts'
import type { CommentRow } from './comments.table.ts'
import { moveCounts } from './counting.actions.ts'
import {
  recordCommentChanges,
  recordDeletedComments,
  recordNewComments,
  SEEN_BY_NOBODY,
  seenNow,
} from './recording.actions.ts'

const bin = binQueries<CommentRow>({
  table: 'comments',
  title: 'substr(content, 1, 100)',
  owner: 'deleted_by',
  // Replies that were deleted together with a comment are not listed separately.
  listed: 'deleted_with = id',
})

export async function deleteComment(tx: Tx, actor: Actor, id: number): Promise<void> {
  const comment = await lockToDelete(tx, actor, id)
  const thread = await findThread(tx, actor.siteId, id)
  const seen = await seenNow(tx, actor.siteId, thread)
  const moved = await putIntoBin(tx, actor.siteId, id, actor.userId)
  await moveCounts(tx, actor.siteId, [{ subject: comment, by: -approvedAmong(moved) }])
  await recordCommentChanges(tx, actor.siteId, thread, seen, SEEN_BY_NOBODY)
  await recordDeletedComments(tx, actor.siteId, moved)
  await recordAuditEntry(tx, actor, {
    action: 'comment.deleted',
    targetType: 'comment',
    targetId: id,
    before: { content: comment.content },
  })
}

/** Deletes a comment without the replies of others: false if it has any. */
export async function deleteUnanswered(tx: Tx, actor: Actor, id: number): Promise<boolean> {
  await lockToDelete(tx, actor, id)
  if (await isAnswered(tx, actor.siteId, id)) return false
  await deleteComment(tx, actor, id)
  return true
}

async function lockToDelete(tx: Tx, actor: Actor, id: number): Promise<CommentRow> {
  const comment = await findComment(tx, actor.siteId, id)
  if (!comment) throw new Problem('comment-not-found')
  await lockThread(tx, comment, 'alone')
  // Someone else may have deleted it while we waited for the lock.
  if (!(await findComment(tx, actor.siteId, id))) throw new Problem('comment-not-found')
  return comment
}

/**
 * Restores a comment to its place. If its parent is in the recycle bin too, it moves under the nearest ancestor that is
 * not.
 */
async function restoreComment(tx: Tx, siteId: number, id: number): Promise<void> {
  await lockThread(tx, await bin.lockDeleted(tx, siteId, id), 'alone')
  const comment = await bin.lockDeleted(tx, siteId, id)
  const above = comment.parent_id === null ? [] : await lineageOf(tx, comment.parent_id)
  const [parent] = above
  if (parent && parent.deleted_at !== null)
    await moveDeleted(tx, comment, positionUnder(above.find(({ deleted_at }) => deleted_at === null)))
  const moved = await takeOutOfBin(tx, siteId, id)
  await moveCounts(tx, siteId, [{ subject: comment, by: approvedAmong(moved) }])
  await recordNewComments(
    tx,
    siteId,
    moved.map((each) => each.id),
  )
}

async function purgeComment(tx: Tx, siteId: number, id: number): Promise<void> {
  await bin.lockDeleted(tx, siteId, id)
  await removeComment(tx, siteId, id)
}

/** The recycle bin operations of comments. */
export const commentBin: BinKind = {
  type: 'comment',
  ...bin,
  restore: restoreComment,
  purge: purgeComment,
}
