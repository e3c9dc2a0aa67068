import type { Language } from '../../platform/core/problem.ts'
import { decryptSecret, encryptSecret } from '../../platform/secrets/secrets.ts'

export interface Subscription {
  readonly siteId: number
  readonly email: string
}

export function emailKey(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase()
}

/** The content of the link: it cannot be forged and does not reveal the address. */
function sealSubscription(key: Buffer, { siteId, email }: Subscription): string {
  return encryptSecret(key, `${siteId} ${emailKey(email)}`)
}

export function openSubscription(key: Buffer, sealed: string): Subscription | undefined {
  let text: string
  try {
    text = decryptSecret(key, sealed)
  } catch {
    // Any error means that it is not one of our links.
    return undefined
  }
  const [, site, email] = /^(\d+) (.+)$/s.exec(text) ?? []
  return site === undefined || email === undefined ? undefined : { siteId: Number(site), email }
}

export function unsubscribeLink(key: Buffer, origin: string, subscription: Subscription): string {
  return `${origin}/api/unsubscribe?token=${encodeURIComponent(sealSubscription(key, subscription))}`
}

const WORDS = {
  en: {
    ask: 'Do you want to unsubscribe from comment e-mails?',
    button: 'Unsubscribe from comment e-mails',
    done: 'You will no longer receive e-mails about comments. You can turn them on again in your profile.',
  },
  zh: {
    ask: '不再接收评论通知邮件？',
    button: '不再接收',
    done: '您将不再收到评论通知邮件。您可以在个人资料中重新开启。',
  },
} as const satisfies Record<Language, Record<'ask' | 'button' | 'done', string>>

/** Opening the link changes nothing, because e-mail scanners open every link. The form posts to the same URL. */
export function unsubscribePage(language: Language): string {
  const { ask, button } = WORDS[language]
  return pageOf(language, ask, `<form method="post"><p>${ask}</p><p><button>${button}</button></p></form>`)
}

export function unsubscribedPage(language: Language): string {
  const { done } = WORDS[language]
  return pageOf(language, done, `<p>${done}</p>`)
}

function pageOf(language: Language, title: string, body: string): string {
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body>${body}</body></html>
`
}
