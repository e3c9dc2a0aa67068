import { APPROVED_COMMENT, PENDING_COMMENT } from '@inkstone/contract/comments.ts'
import { actsLater, type Db, type Tables } from '../../database.ts'
import type { Handler } from '../../platform/jobs/job-kind.ts'
import { MAIL_TERMS, type Mailbox, type MailOptions, mailboxOf, mailTo } from '../messages/mailing.actions.ts'
import { shownName } from '../settings/settings.rules.ts'
import { detailsOf, type MailKind, mailAboutComment } from './notifications.actions.ts'
import { type CommentContext, readCommentContext, readMailboxes } from './notifications.store.ts'

export const commentJobs = (options: MailOptions): Handler<Tables>[] => [
  actsLater(
    mailAboutComment,
    async ({ engine }, { site_id, comment_id, kind, user_id }) => {
      const context = await readCommentContext(engine.db, site_id, comment_id)
      if (!context || !isStillTrue(context, kind)) return
      const mailbox = await addresseeOf(engine.db, context, kind, user_id)
      if (!mailbox) return
      return mailTo(engine.db, options, mailbox, {
        siteId: site_id,
        siteName: shownName({ name: context.site_name, settings: context.site_settings }),
        kind,
        details: detailsOf(context),
      })
    },
    MAIL_TERMS,
  ),
]

/** No e-mail is sent about a comment that was withdrawn while the job was waiting. */
function isStillTrue({ status, deleted_at }: CommentContext, kind: MailKind): boolean {
  if (deleted_at !== null) return false
  if (kind === 'comment-rejected') return status !== APPROVED_COMMENT
  return status === APPROVED_COMMENT || (kind === 'comment-new' && status === PENDING_COMMENT)
}

async function addresseeOf(
  db: Db,
  context: CommentContext,
  kind: MailKind,
  userId: number,
): Promise<Mailbox | undefined> {
  if (userId !== 0) {
    const [user] = await readMailboxes(db, [userId])
    return user && mailboxOf(user.nickname || user.username, user.email, user.language)
  }
  return kind === 'comment-answer'
    ? mailboxOf(
        context.answered_nickname ?? '',
        context.answered_email ?? '',
        context.answered_language ?? '',
      )
    : mailboxOf(context.nickname, context.email, context.language)
}
