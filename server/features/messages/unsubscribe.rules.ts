import type { Language } from '../../platform/problem.ts'
import { decryptSecret, encryptSecret } from '../../platform/secrets.ts'

export interface Subscription {
  readonly siteId: number
  readonly email: string
}

export function emailKey(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase()
}

/** What stands in the link: nobody else can make one, and it tells the address to nobody. */
function sealSubscription(key: Buffer, { siteId, email }: Subscription): string {
  return encryptSecret(key, `${siteId} ${emailKey(email)}`)
}

export function openSubscription(key: Buffer, sealed: string): Subscription | undefined {
  let text: string
  try {
    text = decryptSecret(key, sealed)
  } catch {
    // Whatever is wrong with it, it is no link of ours.
    return undefined
  }
  const [, site, email] = /^(\d+) (.+)$/s.exec(text) ?? []
  return site === undefined || email === undefined ? undefined : { siteId: Number(site), email }
}

export function unsubscribeLink(key: Buffer, origin: string, subscription: Subscription): string {
  return `${origin}/api/unsubscribe?key=${encodeURIComponent(sealSubscription(key, subscription))}`
}

const DONE = {
  en: 'You will get no more mails about comments on this site.',
  zh: '您将不再收到本站的评论通知邮件。',
} as const satisfies Record<Language, string>

export function unsubscribePage(language: Language): string {
  const text = DONE[language]
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${text}</title></head>
<body><p>${text}</p></body></html>
`
}
