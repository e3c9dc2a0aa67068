import { APPROVED_COMMENT, PENDING_COMMENT } from '@inkstone/contract/comments.ts'
import { allows } from '@inkstone/contract/permissions.ts'
import type { Tx } from '../../database.ts'
import type { ActingSite, Actor } from '../../platform/core/actor.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { jobKind } from '../../platform/jobs/job-kind.ts'
import { firstCharacters } from '../../platform/search/plain-text.ts'
import { readOfDecidedComment, sendMessage } from '../messages/messages.actions.ts'
import { roleOfUser } from '../users/site-roles.actions.ts'
import { claimNotification } from './comments.store.ts'
import type { CommentRow } from './comments.table.ts'
import { type Person, recipientsOf } from './notifications.rules.ts'
import { type CommentContext, readCommentContext, readMailboxes } from './notifications.store.ts'

export type MailKind = 'comment-new' | 'comment-answer' | 'comment-passed' | 'comment-rejected'

/** One e-mail to one person, so that a retry does not send the others again. */
export const mailAboutComment = jobKind<{
  site_id: number
  comment_id: number
  kind: MailKind
  /** 0 for a guest, whose address is stored with the comment. */
  user_id: number
}>('comments.mail')

const QUOTED = 200

/**
 * Notifies the author of the article about a pending comment. The parent commenter is notified when it is approved: it
 * must not reach them past the review. A page has no author: its comments wait in the moderation queue.
 */
export async function notifyOfPending(tx: Tx, comment: CommentRow): Promise<void> {
  const context = await readCommentContext(tx, comment.site_id, comment.id)
  if (!context) return
  const { commenter, articleAuthor } = await peopleOf(tx, context)
  for (const { kind, person } of recipientsOf(commenter, undefined, articleAuthor))
    await notify(tx, comment, context, kind, person)
}

/** Notifies the parent commenter and the author of the article about a public comment, once. */
export async function notifyOfComment(tx: Tx, comment: CommentRow, waited: boolean): Promise<void> {
  if (!(await claimNotification(tx, comment.site_id, comment.id))) return
  const context = await readCommentContext(tx, comment.site_id, comment.id)
  if (!context) return
  const { commenter, answered, articleAuthor } = await peopleOf(tx, context)
  const informed = waited && articleAuthor ? [articleAuthor] : []
  for (const { kind, person } of recipientsOf(commenter, answered, articleAuthor, informed))
    await notify(tx, comment, context, kind, person)
}

async function peopleOf(tx: Tx, context: CommentContext) {
  const ids = [context.user_id, context.answered_user_id, context.author_id].filter((id) => id !== null)
  const mailboxes = new Map((await readMailboxes(tx, [...new Set(ids)])).map((user) => [user.id, user]))
  const user = (id: number): Person | undefined => {
    const found = mailboxes.get(id)
    return found && { userId: id, email: found.email }
  }
  const answeredCanSee = context.answered_status === APPROVED_COMMENT && context.answered_deleted_at === null
  const answered =
    context.answered_user_id === null
      ? { userId: 0, email: context.answered_email ?? '' }
      : user(context.answered_user_id)
  return {
    commenter: {
      userId: context.user_id ?? 0,
      email: context.email || (user(context.user_id ?? 0)?.email ?? ''),
    },
    answered: answeredCanSee ? answered : undefined,
    articleAuthor: user(context.author_id ?? 0),
  }
}

async function notify(
  tx: Tx,
  comment: CommentRow,
  context: CommentContext,
  kind: MailKind,
  person: Person,
): Promise<void> {
  if (person.userId !== 0) await sendMessage(tx, comment.site_id, person.userId, kind, detailsOf(context))
  await enqueue(tx, mailAboutComment, {
    site_id: comment.site_id,
    comment_id: comment.id,
    kind,
    user_id: person.userId,
  })
}

function quoted(content: string): string {
  const beginning = firstCharacters(content, QUOTED)
  return beginning.length < content.length ? `${beginning}…` : content
}

export function detailsOf(context: CommentContext) {
  return {
    article_id: context.article_id ?? 0,
    page_id: context.page_id ?? 0,
    comment_id: context.id,
    title: context.article_title ?? context.page_title ?? '',
    nickname: context.nickname || context.user_nickname || context.username || '',
    content: quoted(context.content),
    pending: context.status === PENDING_COMMENT ? 1 : 0,
    reason: context.reason,
  }
}

/** Notifies the commenter about the decision on their comment. */
export async function notifyOfDecision(
  tx: Tx,
  comment: CommentRow,
  kind: 'comment-passed' | 'comment-rejected',
): Promise<void> {
  const context = await readCommentContext(tx, comment.site_id, comment.id)
  if (!context) return
  await notify(tx, comment, context, kind, { userId: comment.user_id ?? 0, email: comment.email })
}

/**
 * The author of the article was notified that it is pending. It no longer is. A comment that was approved is still news
 * for an author who does not moderate.
 */
export async function markPendingNoticeRead(tx: Tx, comment: CommentRow, { site }: Actor): Promise<void> {
  const context = await readCommentContext(tx, comment.site_id, comment.id)
  if (!context || context.author_id === null) return
  if (comment.status === APPROVED_COMMENT && !(await moderates(tx, context.author_id, site))) return
  await readOfDecidedComment(tx, comment.site_id, context.author_id, comment.id)
}

async function moderates(tx: Tx, userId: number, site: ActingSite): Promise<boolean> {
  const [user] = await readMailboxes(tx, [userId])
  return user !== undefined && allows(await roleOfUser(tx, site.id, user), 'comments.moderate', site.settings)
}
