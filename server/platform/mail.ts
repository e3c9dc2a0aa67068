import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { access, mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport, type NodemailerError, type SendMailOptions } from 'nodemailer'
import addressparser from 'nodemailer/lib/addressparser'

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
  /** A URL that ends the subscription without logging in; where it is https, by a bare POST too (RFC 8058). */
  readonly listUnsubscribe?: string
}

export type MailOutcome =
  | { readonly ok: true; readonly messageId: string }
  /** Permanent: the same mail to the same address will never be taken. Everything else is worth another try. */
  | { readonly ok: false; readonly permanent: boolean; readonly detail: string }

export interface Mailer {
  send(mail: Mail): Promise<MailOutcome>
  /** Whether mail could be sent now, without sending any: for SMTP it connects, greets and logs in. */
  check(): Promise<{ readonly ok: true } | { readonly ok: false; readonly detail: string }>
  close(): void
}

interface Delivery {
  deliver(message: SendMailOptions): Promise<string>
  check(): Promise<unknown>
  close(): void
}

interface MailerOptions {
  readonly smtpUrl?: string | undefined
  readonly from: string
  readonly outboxFolder: string
}

const CONNECT_TIMEOUT_MS = 10_000
const SOCKET_TIMEOUT_MS = 20_000

/** By SMTP, or, without a server, into a folder where each mail is a file that any mail program opens. */
export function createMailer({ smtpUrl, from, outboxFolder }: MailerOptions): Mailer {
  const sender = parseSender(from)
  const delivery = smtpUrl === undefined ? outboxDelivery(outboxFolder) : smtpDelivery(smtpUrl)
  return {
    async send(mail) {
      const refusal = whyUnsendable(mail)
      if (refusal !== undefined) return { ok: false, permanent: true, detail: refusal }
      try {
        return { ok: true, messageId: await delivery.deliver(compose(sender, mail)) }
      } catch (error) {
        return { ok: false, permanent: refusesThisMail(error), detail: messageOf(error) }
      }
    },
    async check() {
      try {
        await delivery.check()
        return { ok: true }
      } catch (error) {
        return { ok: false, detail: messageOf(error) }
      }
    },
    close: () => delivery.close(),
  }
}

function smtpDelivery(url: string): Delivery {
  if (!/^smtps?:\/\/./.test(url) || !URL.canParse(url)) {
    throw new Error('the SMTP URL must look like smtp://user:password@host:587 or smtps://host')
  }
  const transport = createTransport({
    url,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    deliver: async (message) => (await transport.sendMail(message)).messageId,
    check: () => transport.verify(),
    close: () => transport.close(),
  }
}

function outboxDelivery(folder: string): Delivery {
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const openFolder = () => mkdir(folder, { recursive: true, mode: 0o700 })
  let written = 0

  // Sorted by name they are sorted by time; the random end keeps two processes apart.
  function nextName(): string {
    const time = new Date().toISOString().replace(/[-:]/g, '')
    const count = String(written++ % 1_000_000).padStart(6, '0')
    return `${time}-${count}-${randomBytes(4).toString('hex')}.eml`
  }

  return {
    async deliver(message) {
      const { messageId, message: bytes } = await transport.sendMail(message)
      await openFolder()
      await writeWhole(folder, nextName(), bytes as Buffer)
      return messageId
    },
    async check() {
      await openFolder()
      await access(folder, constants.W_OK | constants.X_OK)
    },
    close: () => transport.close(),
  }
}

// Whoever watches the folder sees a mail whole or not at all, and what was acknowledged survives a power cut.
async function writeWhole(folder: string, name: string, bytes: Buffer): Promise<void> {
  const unfinished = join(folder, `.${name}.tmp`)
  const file = await open(unfinished, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
    await file.close()
    await rename(unfinished, join(folder, name))
  } catch (error) {
    await file.close()
    await rm(unfinished, { force: true })
    throw error
  }
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
      // Keeps holiday notices and other robots from answering (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      ...Object.fromEntries(
        Object.entries(mail.headers ?? {}).map(([key, value]) => [key, onOneLine(value)]),
      ),
      ...(unsubscribe?.startsWith('https:') ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
    },
    ...(unsubscribe === undefined ? {} : { list: { unsubscribe: { url: unsubscribe } } }),
  }
}

// Names and titles come from users: a line break in one would start a header of their own making.
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

// Narrower than the standard: no quoted local parts, in which a second address could hide.
function isPlainAddress(address: string): boolean {
  return address.length <= 320 && /^[^\s\p{C}@<>()[\],;:\\"]+@[^\s\p{C}@<>()[\],;:\\"]+$/u.test(address)
}

function mailboxOf(to: string | Mailbox): Mailbox {
  return typeof to === 'string' ? { address: to } : to
}

function parseSender(from: string): Mailbox {
  const [sender, ...others] = addressparser(from, { flatten: true })
  if (!sender || others.length > 0 || !isPlainAddress(sender.address) || onOneLine(from) !== from.trim()) {
    throw new Error(`the sender ${JSON.stringify(from)} must be one address, such as Name <name@example.org>`)
  }
  return sender
}

// A refused login or sender is the operator's to mend and may be mended; a refused recipient or content stays refused.
function refusesThisMail(error: unknown): boolean {
  const { permanent, command } = error as NodemailerError
  return permanent === true && (command === 'RCPT TO' || command === 'DATA')
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
