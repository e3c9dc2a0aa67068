import { PUBLISHED } from '@inkstone/contract/articles.ts'
import { APPROVED_COMMENT, PENDING_COMMENT } from '@inkstone/contract/comments.ts'
import type { SiteSettings } from '@inkstone/contract/settings.ts'
import { actsLater, type Db, type Tables } from '../../database.ts'
import type { Handler } from '../../platform/jobs/job-kind.ts'
import { MAIL_TERMS, type Mailbox, type MailOptions, mailboxOf, mailTo } from '../messages/mailing.actions.ts'
import { settingsOf, shownName } from '../settings/settings.rules.ts'
import { hasOpenPages, pathOf, siteBase } from '../sites/addresses.rules.ts'
import { siteNames } from '../sites/sites.actions.ts'
import { pathWithComments } from './comments.rules.ts'
import { detailsOf, type MailKind, mailAboutComment } from './notifications.actions.ts'
import { type CommentContext, readCommentContext, readMailboxes } from './notifications.store.ts'
import { pageWithComment } from './reading.actions.ts'

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
        link: await linkTo(engine.db, context, site_id, options.publicUrl),
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

/** The URL of the article or page, at the comment if it is public; undefined if readers cannot open it. */
async function linkTo(
  db: Db,
  context: CommentContext,
  siteId: number,
  publicUrl: string | undefined,
): Promise<string | undefined> {
  const settings = settingsOf(context.site_settings)
  const { domains } = await siteNames(db, siteId)
  // There is no request here, so a client cannot choose the host.
  const base = siteBase({ settings, domains, publicUrl, origin: undefined })
  const path = pathOfSubject(settings, context)
  if (base === '' || path === undefined || !hasOpenPages(settings)) return undefined
  if (context.status !== APPROVED_COMMENT) return `${base}${path}`
  return `${base}${pathWithComments(path, await pageWithComment(db, context))}#comment-${context.id}`
}

function pathOfSubject(settings: SiteSettings, context: CommentContext): string | undefined {
  const { article_alias, article_status, article_deleted_at } = context
  if (article_alias !== null && article_status === PUBLISHED && article_deleted_at === null)
    return pathOf(settings, 'article', article_alias)
  const { page_alias, page_enabled, page_deleted_at } = context
  if (page_alias !== null && page_enabled === 1 && page_deleted_at === null)
    return pathOf(settings, 'page', page_alias)
  return undefined
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
