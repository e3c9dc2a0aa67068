import type { Language } from '../../platform/core/problem.ts'
import { emailPage, escapeHtml, footnote, linkButton } from './email-html.rules.ts'
import { type MessageDetails, type MessageKind, wordsFor } from './messages.rules.ts'

interface MessageEmail {
  readonly kind: MessageKind
  readonly details: MessageDetails
  readonly siteName: string
  readonly language: Language
  /** What it is about, on the site. Undefined if readers cannot open it. */
  readonly link?: string | undefined
  /** Undefined if there is nothing to unsubscribe from, or the service does not know its own address. */
  readonly unsubscribeUrl: string | undefined
}

const FOOTERS = {
  en: { open: 'Open on the site', from: 'This e-mail was sent by', end: 'Unsubscribe from comment e-mails' },
  zh: { open: '在网站上查看', from: '本邮件来自', end: '不再接收评论通知邮件' },
} as const satisfies Record<Language, { open: string; from: string; end: string }>

/** The same content as HTML and as text. All user input is escaped. */
export function writeMessageEmail({ kind, details, siteName, language, link, unsubscribeUrl }: MessageEmail) {
  const { title, content } = wordsFor(kind, details, language)
  const { open, from, end } = FOOTERS[language]
  return {
    subject: title,
    text: `${title}\n\n${content}\n\n${link === undefined ? '' : `${open}: ${link}\n\n`}-- \n${from} ${siteName}\n${unsubscribeUrl === undefined ? '' : `${end}: ${unsubscribeUrl}\n`}`,
    html: emailPage(
      language,
      title,
      `<h1 style="font-size:18px">${escapeHtml(title)}</h1>
<blockquote style="margin:0;padding-left:12px;border-left:3px solid #bbb;white-space:pre-wrap">${escapeHtml(content)}</blockquote>
${link === undefined ? '' : linkButton(link, open)}
${footnote(`${from} ${escapeHtml(siteName)}${unsubscribeUrl === undefined ? '' : `<br><a href="${escapeHtml(unsubscribeUrl)}">${end}</a>`}`)}`,
    ),
  }
}
