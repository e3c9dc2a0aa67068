import { APPROVED_COMMENT, PENDING_COMMENT } from '@inkstone/contract/comments.ts'
import { actsLater, type Db, type Tables } from '../../database.ts'
import type { Handler } from '../../platform/jobs/job-kind.ts'
import { MAIL_TERMS, type Mailbox, type MailMeans, mailboxOf, mailTo } from '../messages/mailing.actions.ts'
import { detailsOf, type MailKind, mailAboutComment } from './telling.actions.ts'
import { type CommentStory, readMailboxes, readStory } from './telling.store.ts'

export const commentJobs = (means: MailMeans): Handler<Tables>[] => [
  actsLater(
    mailAboutComment,
    async ({ engine }, { site_id, comment_id, kind, user_id }) => {
      const story = await readStory(engine.db, site_id, comment_id)
      if (!story || !isStillTrue(story, kind)) return
      const mailbox = await addresseeOf(engine.db, story, kind, user_id)
      if (!mailbox) return
      return mailTo(engine.db, means, mailbox, {
        siteId: site_id,
        siteName: story.site_name,
        kind,
        details: detailsOf(story),
      })
    },
    MAIL_TERMS,
  ),
]

/** No e-mail is sent about a comment that was withdrawn while the job was waiting. */
function isStillTrue({ status, deleted_at }: CommentStory, kind: MailKind): boolean {
  if (deleted_at !== null) return false
  if (kind === 'comment-rejected') return status !== APPROVED_COMMENT
  return status === APPROVED_COMMENT || (kind === 'comment-new' && status === PENDING_COMMENT)
}

async function addresseeOf(
  db: Db,
  story: CommentStory,
  kind: MailKind,
  userId: number,
): Promise<Mailbox | undefined> {
  if (userId !== 0) {
    const [user] = await readMailboxes(db, [userId])
    return user && mailboxOf(user.nickname || user.username, user.email, user.language)
  }
  return kind === 'comment-answer'
    ? mailboxOf(story.answered_nickname ?? '', story.answered_email ?? '', story.answered_language ?? '')
    : mailboxOf(story.nickname, story.email, story.language)
}
