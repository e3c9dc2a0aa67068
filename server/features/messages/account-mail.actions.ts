import type { Db, Tx } from '../../database.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { giveUp, jobKind } from '../../platform/jobs/job-kind.ts'
import { decryptSecret, encryptSecret } from '../../platform/secrets/secrets.ts'
import { type AccountEmailKind, type EmailDetails, writeAccountEmail } from './account-emails.rules.ts'
import { linkBase, type MailOptions, mailboxOf } from './mailing.actions.ts'
import { findReader } from './messages.store.ts'

/** The console paths of the links. */
const LINK_PATHS = {
  password: '/admin/set-password',
  email: '/admin/confirm-email',
} as const
export type LinkPath = keyof typeof LINK_PATHS

/** Based on PUBLIC_URL or a domain of the site, or only a path if neither is known. Never on the Host of a request. */
export async function accountLink(
  db: Db,
  publicUrl: string | undefined,
  siteId: number,
  path: LinkPath,
  token: string,
): Promise<string> {
  const base = await linkBase(db, siteId, publicUrl)
  return `${base ?? ''}${LINK_PATHS[path]}?token=${token}`
}

/** One e-mail about a user's account. */
export const accountMail = jobKind<{
  site_id: number
  user_id: number
  /** The recipient, if it is not the address of the user. */
  to: string
  kind: AccountEmailKind
  /** JSON. */
  details: string
  /** The token of its link, encrypted, so that the jobs table contains nothing that gives access to an account. */
  sealed: string
  path: LinkPath | ''
}>('accounts.mail')

export async function mailAccountNotice(
  tx: Tx,
  siteId: number,
  userId: number,
  kind: AccountEmailKind,
  details: EmailDetails = {},
  to = '',
): Promise<void> {
  await enqueue(tx, accountMail, {
    site_id: siteId,
    user_id: userId,
    to,
    kind,
    details: JSON.stringify(details),
    sealed: '',
    path: '',
  })
}

export interface LinkMailing {
  readonly siteId: number
  readonly userId: number
  readonly kind: AccountEmailKind
  readonly path: LinkPath
  readonly token: string
  readonly to?: string
  readonly details?: EmailDetails
}

export async function mailAccountLink(
  tx: Tx,
  linkKey: Buffer,
  { siteId, userId, kind, path, token, to = '', details = {} }: LinkMailing,
): Promise<void> {
  await enqueue(tx, accountMail, {
    site_id: siteId,
    user_id: userId,
    to,
    kind,
    details: JSON.stringify(details),
    sealed: encryptSecret(linkKey, token),
    path,
  })
}

export interface QueuedEmail {
  readonly siteId: number
  readonly userId: number
  readonly to: string
  readonly kind: AccountEmailKind
  readonly details: EmailDetails
  readonly token: string | undefined
  readonly path: LinkPath | ''
}

/** Sends the e-mail now. Deleted or disabled users and placeholder addresses get none. */
export async function sendAccountEmail(db: Db, options: MailOptions, email: QueuedEmail) {
  const reader = await findReader(db, email.siteId, email.userId)
  const mailbox =
    reader && mailboxOf(reader.nickname || reader.username, email.to || reader.email, reader.language)
  if (!reader || !mailbox || mailbox.address.toLowerCase().endsWith('@localhost')) return undefined
  const base = await linkBase(db, email.siteId, options.publicUrl)
  const { token, path } = email
  const link =
    base !== undefined && token !== undefined && path !== ''
      ? `${base}${LINK_PATHS[path]}?token=${token}`
      : undefined
  const outcome = await options.mailer.send({
    to: { name: mailbox.name, address: mailbox.address },
    ...writeAccountEmail({
      kind: email.kind,
      language: mailbox.language,
      name: mailbox.name,
      siteName: reader.site_name,
      details: { username: reader.username, site: reader.site_name, ...email.details },
      link,
      token,
      ...(path !== '' && { path: LINK_PATHS[path] }),
    }),
  })
  if (outcome.ok) return undefined
  if (outcome.permanent) return giveUp(outcome.detail)
  throw new Error(outcome.detail)
}

export function openToken(linkKey: Buffer, sealed: string): string | undefined {
  return sealed === '' ? undefined : decryptSecret(linkKey, sealed)
}
