import { APPROVED_COMMENT, PENDING_COMMENT } from '@inkstone/contract/comments.ts'
import type { Tx } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { Problem } from '../../platform/core/problem.ts'
import { requireUnblocked } from '../moderation/ip-blacklist.actions.ts'
import { isPublic, onceKey } from './comments.policy.ts'
import { approvedMoved, MAX_REPORTS } from './comments.rules.ts'
import { lockComment, saveComment } from './comments.store.ts'
import type { CommentRow } from './comments.table.ts'
import { moveCounts } from './counting.actions.ts'
import { insertLike, insertReport, removeLike } from './reactions.store.ts'
import { saveStatus } from './status.actions.ts'
import { findSubject } from './subjects.store.ts'

/** Counts once per user or IP address. Repeating it has no effect. */
export async function like(tx: Tx, actor: Actor, id: number): Promise<number> {
  await requireUnblocked(tx, actor)
  const { like_count } = await lockPublicComment(tx, actor.siteId, id)
  if (!(await insertLike(tx, id, onceKey(actor)))) return like_count
  return (await saveComment(tx, actor.siteId, id, { like_count: like_count + 1 })).like_count
}

export async function unlike(tx: Tx, actor: Actor, id: number): Promise<number> {
  await requireUnblocked(tx, actor)
  const { like_count } = await lockPublicComment(tx, actor.siteId, id)
  if (!(await removeLike(tx, id, onceKey(actor)))) return like_count
  return (await saveComment(tx, actor.siteId, id, { like_count: like_count - 1 })).like_count
}

/** Enough reports since the last decision reset the comment to pending. */
export async function report(tx: Tx, actor: Actor, id: number, reason: string): Promise<void> {
  await requireUnblocked(tx, actor)
  const comment = await lockPublicComment(tx, actor.siteId, id)
  const isNew = await insertReport(tx, {
    site_id: actor.siteId,
    comment_id: id,
    reporter: onceKey(actor),
    user_id: actor.userId === 0 ? null : actor.userId,
    address: actor.address,
    reason,
    created_at: tx.now,
  })
  if (!isNew) return
  const reports = comment.report_count + 1
  const status = reports >= MAX_REPORTS ? PENDING_COMMENT : comment.status
  await saveStatus(tx, comment, { report_count: reports, status })
  await moveCounts(tx, actor.siteId, [{ subject: comment, by: approvedMoved(comment.status, status) }])
}

/** A public comment: approved, on a public article or page. */
async function lockPublicComment(tx: Tx, siteId: number, id: number): Promise<CommentRow> {
  const comment = await lockComment(tx, siteId, id)
  const subject = await findSubject(tx, siteId, comment)
  if (comment.status !== APPROVED_COMMENT || !subject || !isPublic(subject))
    throw new Problem('comment-not-found')
  return comment
}
