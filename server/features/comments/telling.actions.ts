import { APPROVED_COMMENT } from '@inkstone/contract/comments.ts'
import { allows } from '@inkstone/contract/permissions.ts'
import type { Tx } from '../../database.ts'
import type { ActingSite, Actor } from '../../platform/core/actor.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { jobKind } from '../../platform/jobs/job-kind.ts'
import { firstCharacters } from '../../platform/search/plain-text.ts'
import { readOfDecidedComment, sendMessage } from '../messages/messages.actions.ts'
import { roleOfUser } from '../users/site-roles.actions.ts'
import { claimTelling } from './comments.store.ts'
import type { CommentRow } from './comments.table.ts'
import { type Person, recipientsOf } from './telling.rules.ts'
import { type CommentStory, readMailboxes, readStory } from './telling.store.ts'

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
 * Notifies the author of the article about a pending comment, if they may moderate it. A page has no author: its
 * comments wait in the moderation queue.
 */
export async function tellOfPending(tx: Tx, comment: CommentRow, { site }: Actor): Promise<void> {
  const story = await readStory(tx, comment.site_id, comment.id)
  if (!story) return
  const { commenter, articleAuthor, decidingAuthor } = await peopleOf(tx, story, site)
  if (!decidingAuthor) return
  for (const { kind, person } of recipientsOf(commenter, undefined, articleAuthor))
    await tell(tx, comment, story, kind, person)
}

/** Notifies the parent commenter and the author of the article about a public comment, once. */
export async function tellOfComment(
  tx: Tx,
  comment: CommentRow,
  { site }: Actor,
  waited: boolean,
): Promise<void> {
  if (!(await claimTelling(tx, comment.site_id, comment.id))) return
  const story = await readStory(tx, comment.site_id, comment.id)
  if (!story) return
  const people = await peopleOf(tx, story, site)
  const informed = waited && people.decidingAuthor ? [people.decidingAuthor] : []
  for (const { kind, person } of recipientsOf(
    people.commenter,
    people.answered,
    people.articleAuthor,
    informed,
  ))
    await tell(tx, comment, story, kind, person)
}

async function peopleOf(tx: Tx, story: CommentStory, site: ActingSite) {
  const ids = [story.user_id, story.answered_user_id, story.author_id].filter((id) => id !== null)
  const mailboxes = new Map((await readMailboxes(tx, [...new Set(ids)])).map((user) => [user.id, user]))
  const user = (id: number): Person | undefined => {
    const found = mailboxes.get(id)
    return found && { userId: id, email: found.email }
  }
  const answeredCanSee = story.answered_status === APPROVED_COMMENT && story.answered_deleted_at === null
  const answered =
    story.answered_user_id === null
      ? { userId: 0, email: story.answered_email ?? '' }
      : user(story.answered_user_id)
  const author = mailboxes.get(story.author_id ?? 0)
  const articleAuthor = user(story.author_id ?? 0)
  const moderates =
    author && allows(await roleOfUser(tx, site.id, author), 'comments.moderate', site.settings)
  return {
    commenter: { userId: story.user_id ?? 0, email: story.email || (user(story.user_id ?? 0)?.email ?? '') },
    answered: answeredCanSee ? answered : undefined,
    articleAuthor,
    decidingAuthor: moderates ? articleAuthor : undefined,
  }
}

async function tell(
  tx: Tx,
  comment: CommentRow,
  story: CommentStory,
  kind: MailKind,
  person: Person,
): Promise<void> {
  if (person.userId !== 0) await sendMessage(tx, comment.site_id, person.userId, kind, detailsOf(story))
  await enqueue(tx, mailAboutComment, {
    site_id: comment.site_id,
    comment_id: comment.id,
    kind,
    user_id: person.userId,
  })
}

export function detailsOf(story: CommentStory) {
  return {
    article_id: story.article_id ?? 0,
    page_id: story.page_id ?? 0,
    comment_id: story.id,
    title: story.article_title ?? story.page_title ?? '',
    nickname: story.nickname || story.user_nickname || story.username || '',
    content: firstCharacters(story.content, QUOTED),
    reason: story.reason,
  }
}

/** Notifies the commenter about the decision on their comment. */
export async function tellDecision(
  tx: Tx,
  comment: CommentRow,
  kind: 'comment-passed' | 'comment-rejected',
): Promise<void> {
  const story = await readStory(tx, comment.site_id, comment.id)
  if (!story) return
  await tell(tx, comment, story, kind, { userId: comment.user_id ?? 0, email: comment.email })
}

/** The author of the article was notified that it is pending. It no longer is. */
export async function forgetPending(tx: Tx, comment: CommentRow): Promise<void> {
  const story = await readStory(tx, comment.site_id, comment.id)
  if (story && story.author_id !== null)
    await readOfDecidedComment(tx, comment.site_id, story.author_id, comment.id)
}
