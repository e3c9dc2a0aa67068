import type { Db, Tx } from '../../database.ts'
import type { Language } from '../../platform/core/problem.ts'
import { exponential } from '../../platform/jobs/backoff.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { giveUp, jobKind } from '../../platform/jobs/job-kind.ts'
import type { Mailer } from '../../platform/mail/mail.ts'
import { siteNames } from '../sites/sites.actions.ts'
import { writeMessageEmail } from './message-emails.rules.ts'
import type { MessageDetails, MessageKind } from './messages.rules.ts'
import { refusesMail } from './unsubscribe.actions.ts'
import { unsubscribeLink } from './unsubscribe.rules.ts'

export interface MailOptions {
  readonly mailer: Mailer
  readonly linkKey: Buffer
  /** The setting PUBLIC_URL. */
  readonly publicUrl: string | undefined
}

export interface Mailbox {
  readonly name: string
  readonly address: string
  readonly language: Language
}

export interface Mailing {
  readonly siteId: number
  readonly siteName: string
  readonly kind: MessageKind
  readonly details: MessageDetails
  /** What the message is about, on the site. */
  readonly link?: string | undefined
}

/** Retries for two days, so that an overnight outage of the mail server loses nothing. */
export const MAIL_TERMS = {
  maxAttempts: 110,
  backoff: exponential({ firstMs: 2_000, longestMs: 30 * 60_000 }),
  queue: { name: 'mail', concurrency: 32 },
}

/** Undefined if there is no recipient. */
export function mailboxOf(name: string, address: string, language: string): Mailbox | undefined {
  return address === '' ? undefined : { name, address, language: language === 'zh' ? 'zh' : 'en' }
}

/** Sends a message by e-mail, unless it is about a comment and the user has turned off such e-mail. */
export async function mailTo(
  db: Db,
  { mailer, linkKey, publicUrl }: MailOptions,
  { name, address, language }: Mailbox,
  { siteId, siteName, kind, details, link }: Mailing,
) {
  const aboutComments = kind.startsWith('comment-')
  if (aboutComments && (await refusesMail(db, siteId, address))) return undefined
  const base = aboutComments ? await linkBase(db, siteId, publicUrl) : undefined
  const unsubscribeUrl =
    base === undefined ? undefined : unsubscribeLink(linkKey, base, { siteId, email: address })
  const outcome = await mailer.send({
    to: { name, address },
    ...writeMessageEmail({ kind, details, siteName, language, link, unsubscribeUrl }),
    ...(unsubscribeUrl !== undefined && { listUnsubscribe: unsubscribeUrl }),
  })
  if (outcome.ok) return undefined
  if (outcome.permanent) return giveUp(outcome.detail)
  throw new Error(outcome.detail)
}

/**
 * The base URL of links in e-mail: PUBLIC_URL or a domain of the site. Never the host of a request, which the client
 * controls. Undefined: the e-mail has no links.
 */
export async function linkBase(
  db: Db,
  siteId: number,
  publicUrl: string | undefined,
): Promise<string | undefined> {
  if (publicUrl !== undefined) return publicUrl
  const [domain] = (await siteNames(db, siteId)).domains
  return domain === undefined ? undefined : `https://${domain}`
}

/** Sends the same content by e-mail as the message. */
export const mailMessage = jobKind<{
  site_id: number
  user_id: number
  kind: MessageKind
  /** The details of the message, as JSON. */
  details: string
}>('messages.mail')

export async function sendByMail(
  tx: Tx,
  siteId: number,
  userId: number,
  { kind, details }: { readonly kind: MessageKind; readonly details: MessageDetails },
): Promise<void> {
  await enqueue(tx, mailMessage, {
    site_id: siteId,
    user_id: userId,
    kind,
    details: JSON.stringify(details),
  })
}
