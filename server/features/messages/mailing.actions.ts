import type { Db, Tx } from '../../database.ts'
import { exponential } from '../../platform/jobs/backoff.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { giveUp, jobKind } from '../../platform/jobs/job-kind.ts'
import type { Mailer } from '../../platform/mail.ts'
import type { Language } from '../../platform/problem.ts'
import { writeLetter } from './letters.rules.ts'
import type { MessageDetails, MessageKind } from './messages.rules.ts'
import { refusesMail } from './unsubscribe.actions.ts'
import { unsubscribeLink } from './unsubscribe.rules.ts'

export interface MailMeans {
  readonly mailer: Mailer
  readonly linkKey: Buffer
}

export interface Mailbox {
  readonly name: string
  readonly address: string
  readonly language: Language
}

export interface Mailing {
  readonly siteId: number
  readonly siteName: string
  readonly origin: string
  readonly kind: MessageKind
  readonly details: MessageDetails
}

/** Two days of tries: a mail server that is down overnight loses nothing. */
export const MAIL_TERMS = {
  maxAttempts: 110,
  backoff: exponential({ firstMs: 2_000, longestMs: 30 * 60_000 }),
}

/** Undefined where there is nobody to write to. */
export function mailboxOf(name: string, address: string, language: string): Mailbox | undefined {
  return address === '' ? undefined : { name, address, language: language === 'zh' ? 'zh' : 'en' }
}

/** Sends what a message says, unless its reader wants no mails of this site. */
export async function mailTo(
  db: Db,
  { mailer, linkKey }: MailMeans,
  { name, address, language }: Mailbox,
  { siteId, siteName, origin, kind, details }: Mailing,
) {
  if (await refusesMail(db, siteId, address)) return undefined
  const unsubscribeUrl = unsubscribeLink(linkKey, origin, { siteId, email: address })
  const outcome = await mailer.send({
    to: { name, address },
    ...writeLetter({ kind, details, siteName, language, unsubscribeUrl }),
    listUnsubscribe: unsubscribeUrl,
  })
  if (outcome.ok) return undefined
  if (outcome.permanent) return giveUp(outcome.detail)
  throw new Error(outcome.detail)
}

/** The same by mail as a message says to a user. */
export const mailMessage = jobKind<{
  site_id: number
  user_id: number
  kind: MessageKind
  /** Of the message, as JSON. */
  details: string
  origin: string
}>('messages.mail')

export async function sendByMail(
  tx: Tx,
  siteId: number,
  userId: number,
  { kind, details }: { readonly kind: MessageKind; readonly details: MessageDetails },
  origin: string,
): Promise<void> {
  await enqueue(tx, mailMessage, {
    site_id: siteId,
    user_id: userId,
    kind,
    details: JSON.stringify(details),
    origin,
  })
}
