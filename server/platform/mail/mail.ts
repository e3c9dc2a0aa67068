import type { NodemailerError, SendMailOptions } from 'nodemailer'
import addressparser from 'nodemailer/lib/addressparser'
import type { Delivery } from './mail-delivery.ts'

interface Mailbox {
  readonly name?: string
  readonly address: string
}

export interface Mail {
  readonly to: string | Mailbox
  readonly subject: string
  readonly text: string
  readonly html?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The unsubscribe URL, without login; if it is https, also with a one-click POST (RFC 8058). */
  readonly listUnsubscribe?: string
}

type MailOutcome =
  | { readonly ok: true; readonly messageId: string }
  /** Permanent: the same e-mail to the same address will never be accepted. Everything else can be retried. */
  | { readonly ok: false; readonly permanent: boolean; readonly detail: string }

export interface Mailer {
  send(mail: Mail): Promise<MailOutcome>
  /** Checks whether e-mail can be sent: for SMTP it connects, greets and logs in. */
  check(): Promise<{ readonly ok: true } | { readonly ok: false; readonly detail: string }>
  close(): void
}

interface MailerOptions {
  readonly smtpUrl?: string | undefined
  readonly from: string
  readonly outboxFolder: string
}

/** Sends by SMTP, or without a server writes .eml files to a folder. */
export function createMailer({ smtpUrl, from, outboxFolder }: MailerOptions): Mailer {
  const sender = senderIn(from)
  if (!sender)
    throw new Error(`the sender ${JSON.stringify(from)} must be one address, such as Name <name@example.org>`)
  if (smtpUrl !== undefined && !isSmtpUrl(smtpUrl))
    throw new Error('the SMTP URL must look like smtp://user:password@host:587 or smtps://host')
  let opened: Promise<Delivery> | undefined
  // Loaded with the first e-mail: a library of 300 kB that many nodes never need.
  const delivery = () => {
    opened ??= import('./mail-delivery.ts').then(({ openDelivery }) => openDelivery(smtpUrl, outboxFolder))
    return opened
  }
  return {
    async send(mail) {
      const refusal = whyUnsendable(mail)
      if (refusal !== undefined) return { ok: false, permanent: true, detail: refusal }
      try {
        return { ok: true, messageId: await (await delivery()).deliver(compose(sender, mail)) }
      } catch (error) {
        return { ok: false, permanent: refusesThisMail(error), detail: messageOf(error) }
      }
    },
    async check() {
      try {
        await (await delivery()).check()
        return { ok: true }
      } catch (error) {
        return { ok: false, detail: messageOf(error) }
      }
    },
    close: () => void opened?.then((open) => open.close()),
  }
}

export function isSmtpUrl(url: string): boolean {
  return /^smtps?:\/\//i.test(url) && URL.canParse(url) && new URL(url).hostname !== ''
}

export function isSender(text: string): boolean {
  return senderIn(text) !== undefined
}

function compose(from: Mailbox, mail: Mail): SendMailOptions {
  const { name = '', address } = mailboxOf(mail.to)
  const unsubscribe = mail.listUnsubscribe
  return {
    from: { ...from },
    to: { name: onOneLine(name), address },
    subject: onOneLine(mail.subject),
    text: mail.text,
    ...(mail.html === undefined ? {} : { html: mail.html }),
    headers: {
      // Prevents automatic replies (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      ...Object.fromEntries(
        Object.entries(mail.headers ?? {}).map(([key, value]) => [key, onOneLine(value)]),
      ),
      ...(unsubscribe?.startsWith('https:') ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
    },
    ...(unsubscribe === undefined ? {} : { list: { unsubscribe: { url: unsubscribe } } }),
  }
}

// Names and titles come from users: a line break could inject a header.
function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}

function whyUnsendable({ to, headers = {}, listUnsubscribe }: Mail): string | undefined {
  const { address } = mailboxOf(to)
  if (!isPlainAddress(address)) return `${JSON.stringify(address)} is not an e-mail address`
  const badName = Object.keys(headers).find((name) => !/^[A-Za-z0-9-]+$/.test(name))
  if (badName !== undefined) return `${JSON.stringify(badName)} is not the name of a header`
  if (listUnsubscribe !== undefined && !/^https?:\/\/[\x21-\x7e]+$/.test(listUnsubscribe)) {
    return `${JSON.stringify(listUnsubscribe)} is not a URL to unsubscribe by`
  }
  return undefined
}

// Stricter than the standard: no quoted local parts, which could hide a second address.
function isPlainAddress(address: string): boolean {
  return address.length <= 320 && /^[^\s\p{C}@<>()[\],;:\\"]+@[^\s\p{C}@<>()[\],;:\\"]+$/u.test(address)
}

function mailboxOf(to: string | Mailbox): Mailbox {
  return typeof to === 'string' ? { address: to } : to
}

function senderIn(from: string): Mailbox | undefined {
  const [sender, ...others] = addressparser(from, { flatten: true })
  if (!sender || others.length > 0 || !isPlainAddress(sender.address)) return undefined
  return onOneLine(from) === from.trim() ? sender : undefined
}

// A rejected login or sender can be fixed by the operator; a rejected recipient or content is permanent.
function refusesThisMail(error: unknown): boolean {
  const { permanent, command } = error as NodemailerError
  return permanent === true && (command === 'RCPT TO' || command === 'DATA')
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
