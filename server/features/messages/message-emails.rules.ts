import type { Language } from '../../platform/core/problem.ts'
import { emailPage, escapeHtml, footnote } from './email-html.rules.ts'
import { type MessageDetails, type MessageKind, wordsFor } from './messages.rules.ts'

interface MessageEmail {
  readonly kind: MessageKind
  readonly details: MessageDetails
  readonly siteName: string
  readonly language: Language
  /** Undefined if there is nothing to unsubscribe from, or the service does not know its own address. */
  readonly unsubscribeUrl: string | undefined
}

const FOOTERS = {
  en: { from: 'This e-mail was sent by', end: 'Unsubscribe from comment e-mails' },
  zh: { from: '本邮件来自', end: '不再接收评论通知邮件' },
} as const satisfies Record<Language, { from: string; end: string }>

/** The same content as HTML and as text. All user input is escaped. */
export function writeMessageEmail({ kind, details, siteName, language, unsubscribeUrl }: MessageEmail) {
  const { title, content } = wordsFor(kind, details, language)
  const { from, end } = FOOTERS[language]
  return {
    subject: title,
    text: `${title}\n\n${content}\n\n-- \n${from} ${siteName}\n${unsubscribeUrl === undefined ? '' : `${end}: ${unsubscribeUrl}\n`}`,
    html: emailPage(
      language,
      title,
      `<h1 style="font-size:18px">${escapeHtml(title)}</h1>
<blockquote style="margin:0;padding-left:12px;border-left:3px solid #bbb;white-space:pre-wrap">${escapeHtml(content)}</blockquote>
${footnote(`${from} ${escapeHtml(siteName)}${unsubscribeUrl === undefined ? '' : `<br><a href="${escapeHtml(unsubscribeUrl)}">${end}</a>`}`)}`,
    ),
  }
}
