import type { Tx } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { sendByMail } from '../messages/mailing.actions.ts'
import { readOfDecidedArticle, sendMessage } from '../messages/messages.actions.ts'
import { reviewersOf } from '../users/site-roles.actions.ts'
import { nameOfUser } from '../users/users.actions.ts'

interface ReviewedArticle {
  readonly id: number
  readonly site_id: number
  readonly title: string
}

/** Notifies the reviewers about a submission, except the user who submitted it. */
export async function notifyReviewers(
  tx: Tx,
  actor: Actor,
  { id, site_id, title }: ReviewedArticle,
): Promise<void> {
  const { nickname } = await nameOfUser(tx, actor.userId)
  const details = { article_id: id, title, nickname: nickname || actor.username }
  for (const userId of await reviewersOf(tx, site_id))
    if (userId !== actor.userId) await sendMessage(tx, site_id, userId, 'article-submitted', details)
}

type Decision = 'article-passed' | 'article-rejected' | 'copy-passed' | 'copy-rejected'

/** Notifies the author, and the author of the working copy, about a decision. The other reviewers have nothing left to do. */
export async function notifyOfDecision(
  tx: Tx,
  actor: Actor,
  { site_id, id, title }: ReviewedArticle,
  userIds: readonly number[],
  { kind, reason }: { kind: Decision; reason: string },
): Promise<void> {
  const details = { article_id: id, title, reason }
  await readOfDecidedArticle(tx, site_id, await reviewersOf(tx, site_id), id)
  for (const userId of new Set(userIds)) {
    if (userId === actor.userId || userId === 0) continue
    await sendMessage(tx, site_id, userId, kind, details)
    await sendByMail(tx, site_id, userId, { kind, details })
  }
}

/** A scheduled copy was not published, because the article has changed in the meantime, or without its alias. */
export async function notifyOfCopy(
  tx: Tx,
  { site_id, id, title }: ReviewedArticle,
  userIds: readonly number[],
  kind: 'copy-outdated' | 'copy-without-alias',
): Promise<void> {
  for (const userId of new Set(userIds))
    if (userId !== 0) await sendMessage(tx, site_id, userId, kind, { article_id: id, title })
}
