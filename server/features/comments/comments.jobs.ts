import { APPROVED_COMMENT, PENDING_COMMENT } from '@inkstone/contract/comments.ts'
import { actsLater, type Db, type Tables } from '../../database.ts'
import { exponential } from '../../platform/jobs/backoff.ts'
import { giveUp, type Handler } from '../../platform/jobs/job-kind.ts'
import type { Mailer } from '../../platform/mail.ts'
import type { Language } from '../../platform/problem.ts'
import { refusesMail } from '../messages/unsubscribe.actions.ts'
import { unsubscribeLink } from '../messages/unsubscribe.rules.ts'
import { writeLetter } from './mail.rules.ts'
import { detailsOf, type MailKind, mailAboutComment } from './telling.actions.ts'
import { type CommentStory, readMailboxes, readStory } from './telling.store.ts'

/** Two days of tries: a mail server that is down overnight loses nothing. */
const TERMS = { maxAttempts: 110, backoff: exponential({ firstMs: 2_000, longestMs: 30 * 60_000 }) }

export const commentJobs = ({ mailer, linkKey }: { mailer: Mailer; linkKey: Buffer }): Handler<Tables>[] => [
  actsLater(
    mailAboutComment,
    async ({ engine }, { site_id, comment_id, kind, user_id, origin }) => {
      const story = await readStory(engine.db, site_id, comment_id)
      if (!story || !isStillTrue(story, kind)) return
      const mailbox = await mailboxOf(engine.db, story, kind, user_id)
      if (!mailbox || (await refusesMail(engine.db, site_id, mailbox.address))) return
      const unsubscribeUrl = unsubscribeLink(linkKey, origin, { siteId: site_id, email: mailbox.address })
      const outcome = await mailer.send({
        to: { name: mailbox.name, address: mailbox.address },
        ...writeLetter({
          kind,
          details: detailsOf(story),
          siteName: story.site_name,
          language: mailbox.language,
          unsubscribeUrl,
        }),
        listUnsubscribe: unsubscribeUrl,
      })
      if (outcome.ok) return
      if (outcome.permanent) return giveUp(outcome.detail)
      throw new Error(outcome.detail)
    },
    TERMS,
  ),
]

/** What was taken back while the mail waited is not told. */
function isStillTrue({ status, deleted_at }: CommentStory, kind: MailKind): boolean {
  if (deleted_at !== null) return false
  if (kind === 'comment-rejected') return status !== APPROVED_COMMENT
  return status === APPROVED_COMMENT || (kind === 'comment-new' && status === PENDING_COMMENT)
}

interface AddressedTo {
  readonly name: string
  readonly address: string
  readonly language: Language
}

async function mailboxOf(
  db: Db,
  story: CommentStory,
  kind: MailKind,
  userId: number,
): Promise<AddressedTo | undefined> {
  if (userId !== 0) {
    const [user] = await readMailboxes(db, [userId])
    return user && addressed(user.nickname || user.username, user.email, user.language)
  }
  return kind === 'comment-answer'
    ? addressed(story.answered_nickname ?? '', story.answered_email ?? '', story.answered_language ?? '')
    : addressed(story.nickname, story.email, story.language)
}

function addressed(name: string, address: string, language: string): AddressedTo | undefined {
  return address === '' ? undefined : { name, address, language: language === 'zh' ? 'zh' : 'en' }
}
