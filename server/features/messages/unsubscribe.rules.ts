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
    done: 'You are unsubscribed',
    now: 'E-mails about comments on this site will no longer be sent to the address that received this link.',
    already: 'You are already unsubscribed',
    before:
      'E-mails about comments on this site were already turned off for the address that received this link. Nothing has changed.',
    account:
      'If you have an account with this address, you get these e-mails from no site, and you can turn them on again in your profile.',
    invalid: 'This link does not work',
    unchanged:
      'It may be incomplete, or its site may no longer exist. Nothing has changed. Please open the link in the latest e-mail.',
  },
  zh: {
    ask: '不再接收评论通知邮件？',
    button: '不再接收',
    done: '已退订',
    now: '本站的评论通知邮件将不再发送到收到此链接的邮箱。',
    already: '您此前已退订',
    before: '收到此链接的邮箱此前已停止接收本站的评论通知邮件，本次没有任何更改。',
    account: '如果您有使用该邮箱的账号，所有站点都不会再发送此类邮件；您可以在个人资料中重新开启。',
    invalid: '此链接无效',
    unchanged: '链接可能不完整，或其所属站点已不存在。没有任何更改。请打开最近一封邮件中的链接。',
  },
} as const satisfies Record<Language, Readonly<Record<string, string>>>

/** Opening the link changes nothing, because e-mail scanners open every link. The form posts to the same URL. */
export function unsubscribePage(language: Language): string {
  const { ask, button } = WORDS[language]
  return pageOf(language, ask, `<form method="post"><p>${ask}</p><p><button>${button}</button></p></form>`)
}

export function unsubscribedPage(language: Language): string {
  const { done, now, account } = WORDS[language]
  return pageOf(language, done, `<p>${now}</p><p>${account}</p>`)
}

export function alreadyUnsubscribedPage(language: Language): string {
  const { already, before, account } = WORDS[language]
  return pageOf(language, already, `<p>${before}</p><p>${account}</p>`)
}

export function invalidLinkPage(language: Language): string {
  const { invalid, unchanged } = WORDS[language]
  return pageOf(language, invalid, `<h1>${invalid}</h1><p>${unchanged}</p>`)
}

function pageOf(language: Language, title: string, body: string): string {
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body>${body}</body></html>
`
}
