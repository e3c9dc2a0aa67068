import { actsLater, type Tables } from '../../database.ts'
import type { Handler } from '../../platform/jobs/job-kind.ts'
import type { EmailDetails } from './account-emails.rules.ts'
import { accountMail, openToken, sendAccountEmail } from './account-mail.actions.ts'
import { MAIL_TERMS, type MailOptions, mailboxOf, mailMessage, mailTo } from './mailing.actions.ts'
import type { MessageDetails } from './messages.rules.ts'
import { findReader } from './messages.store.ts'

export const messageJobs = (options: MailOptions): Handler<Tables>[] => [
  actsLater(
    mailMessage,
    async ({ engine }, { site_id, user_id, kind, details }) => {
      const reader = await findReader(engine.db, site_id, user_id)
      const mailbox = reader && mailboxOf(reader.nickname || reader.username, reader.email, reader.language)
      if (!mailbox) return
      return mailTo(engine.db, options, mailbox, {
        siteId: site_id,
        siteName: reader.site_name,
        kind,
        details: JSON.parse(details) as MessageDetails,
      })
    },
    MAIL_TERMS,
  ),
  actsLater(
    accountMail,
    async ({ engine }, { site_id, user_id, to, kind, details, sealed, path }) =>
      sendAccountEmail(engine.db, options, {
        siteId: site_id,
        userId: user_id,
        to,
        kind,
        details: JSON.parse(details) as EmailDetails,
        token: openToken(options.linkKey, sealed),
        path,
      }),
    MAIL_TERMS,
  ),
]
