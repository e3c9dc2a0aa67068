import type { Language } from '../../platform/core/problem.ts'
import { escapeHtml } from './letters.rules.ts'

/** What a person is written about their account. */
export type AccountLetterKind =
  | 'reset'
  | 'invitation'
  | 'registration'
  | 'email-change'
  | 'email-changed'
  | 'password-changed'
  | 'factor-on'
  | 'factor-off'
  | 'factor-reset'
  | 'passkey-added'
  | 'passkey-removed'
  | 'provider-linked'
  | 'provider-unlinked'
  | 'recovery-code-used'
  | 'new-device'

export type LetterDetails = Readonly<Record<string, string | number>>

interface Words {
  readonly subject: string
  readonly lines: readonly string[]
  /** What the link is called, where there is one. */
  readonly action?: string
}
type Wording = (detail: (name: string) => string) => Words

const NOT_YOU = {
  en: 'If this was not you, set a new password at once and tell an administrator.',
  zh: '如果这不是您本人的操作，请立即设置新密码并告知管理员。',
} as const
const IGNORE = {
  en: 'If you did not ask for this, ignore this mail: nothing changes.',
  zh: '如果这不是您本人的操作，请忽略本邮件，不会有任何变化。',
} as const

const wordings: Readonly<Record<AccountLetterKind, Readonly<Record<Language, Wording>>>> = {
  reset: {
    en: () => ({
      subject: 'Set a new password',
      lines: [
        'Somebody asked for a new password for your account. The link works once, for 30 minutes.',
        IGNORE.en,
      ],
      action: 'Set a new password',
    }),
    zh: () => ({
      subject: '设置新密码',
      lines: ['有人为您的账号申请了新密码。链接仅可使用一次，30 分钟内有效。', IGNORE.zh],
      action: '设置新密码',
    }),
  },
  invitation: {
    en: (detail) => ({
      subject: `You are invited to ${detail('site')}`,
      lines: [
        `An account was made for you. Your user name is ${detail('username')}.`,
        'Set a password to begin. The link works once, for 7 days.',
      ],
      action: 'Set my password',
    }),
    zh: (detail) => ({
      subject: `邀请您加入 ${detail('site')}`,
      lines: [
        `已为您创建账号，用户名为 ${detail('username')}。`,
        '请先设置密码。链接仅可使用一次，7 天内有效。',
      ],
      action: '设置密码',
    }),
  },
  registration: {
    en: () => ({
      subject: 'Confirm your address',
      lines: ['Please confirm that this address is yours. The link works once, for 24 hours.', IGNORE.en],
      action: 'Confirm my address',
    }),
    zh: () => ({
      subject: '确认您的邮箱',
      lines: ['请确认该邮箱属于您。链接仅可使用一次，24 小时内有效。', IGNORE.zh],
      action: '确认邮箱',
    }),
  },
  'email-change': {
    en: () => ({
      subject: 'Confirm your new address',
      lines: [
        'This address was given as the new one of an account. It changes when you follow the link, which works once, for 24 hours.',
        IGNORE.en,
      ],
      action: 'Use this address',
    }),
    zh: () => ({
      subject: '确认您的新邮箱',
      lines: ['该邮箱被填写为某账号的新邮箱。打开链接后即生效；链接仅可使用一次，24 小时内有效。', IGNORE.zh],
      action: '使用该邮箱',
    }),
  },
  'email-changed': {
    en: (detail) => ({
      subject: 'Your address was changed',
      lines: [`The address of your account is now ${detail('email')}.`, NOT_YOU.en],
    }),
    zh: (detail) => ({
      subject: '您的邮箱已更改',
      lines: [`您账号的邮箱已改为 ${detail('email')}。`, NOT_YOU.zh],
    }),
  },
  'password-changed': {
    en: () => ({
      subject: 'Your password was changed',
      lines: ['The password of your account was changed.', NOT_YOU.en],
    }),
    zh: () => ({ subject: '您的密码已更改', lines: ['您账号的密码已更改。', NOT_YOU.zh] }),
  },
  'factor-on': {
    en: () => ({
      subject: 'A second factor was switched on',
      lines: ['From now on a login to your account needs a code of your authenticator.', NOT_YOU.en],
    }),
    zh: () => ({
      subject: '两步验证已开启',
      lines: ['从现在起，登录您的账号需要验证器中的验证码。', NOT_YOU.zh],
    }),
  },
  'factor-off': {
    en: () => ({
      subject: 'The second factor was switched off',
      lines: ['A login to your account needs no code any more.', NOT_YOU.en],
    }),
    zh: () => ({
      subject: '两步验证已关闭',
      lines: ['登录您的账号不再需要验证码。', NOT_YOU.zh],
    }),
  },
  'factor-reset': {
    en: () => ({
      subject: 'An administrator switched your second factor off',
      lines: [
        'A login to your account needs no code any more. Set the second factor up again in your profile.',
        'If you did not ask for this, tell an administrator at once.',
      ],
    }),
    zh: () => ({
      subject: '管理员已关闭您的两步验证',
      lines: [
        '登录您的账号不再需要验证码，请在个人资料中重新设置两步验证。',
        '如果这不是您的请求，请立即告知管理员。',
      ],
    }),
  },
  'passkey-added': {
    en: (detail) => ({
      subject: 'A passkey was added',
      lines: [`The passkey “${detail('name')}” can sign in to your account from now on.`, NOT_YOU.en],
    }),
    zh: (detail) => ({
      subject: '已添加通行密钥',
      lines: [`从现在起，可使用通行密钥“${detail('name')}”登录您的账号。`, NOT_YOU.zh],
    }),
  },
  'passkey-removed': {
    en: (detail) => ({
      subject: 'A passkey was deleted',
      lines: [`The passkey “${detail('name')}” cannot sign in to your account any more.`, NOT_YOU.en],
    }),
    zh: (detail) => ({
      subject: '已删除通行密钥',
      lines: [`通行密钥“${detail('name')}”不能再用于登录您的账号。`, NOT_YOU.zh],
    }),
  },
  'provider-linked': {
    en: () => ({
      subject: 'Your account was linked with single sign-on',
      lines: ['You can sign in to your account at the provider of your organisation now.', NOT_YOU.en],
    }),
    zh: () => ({
      subject: '您的账号已关联单点登录',
      lines: ['现在可以通过组织的身份提供方登录您的账号。', NOT_YOU.zh],
    }),
  },
  'provider-unlinked': {
    en: () => ({
      subject: 'Your account was unlinked from single sign-on',
      lines: [
        'You cannot sign in to your account at the provider of your organisation any more.',
        NOT_YOU.en,
      ],
    }),
    zh: () => ({
      subject: '您的账号已取消关联单点登录',
      lines: ['不能再通过组织的身份提供方登录您的账号。', NOT_YOU.zh],
    }),
  },
  'recovery-code-used': {
    en: (detail) => ({
      subject: 'A recovery code was used',
      lines: [`A recovery code of your account was used. ${detail('left')} are left.`, NOT_YOU.en],
    }),
    zh: (detail) => ({
      subject: '恢复码已被使用',
      lines: [`您账号的一个恢复码已被使用，还剩 ${detail('left')} 个。`, NOT_YOU.zh],
    }),
  },
  'new-device': {
    en: (detail) => ({
      subject: 'A login from a new device',
      lines: [
        `Somebody logged in to your account with ${detail('device')}, from ${detail('address')}.`,
        NOT_YOU.en,
      ],
    }),
    zh: (detail) => ({
      subject: '新设备登录提醒',
      lines: [`有人使用 ${detail('device')} 从 ${detail('address')} 登录了您的账号。`, NOT_YOU.zh],
    }),
  },
}

const FRAME = {
  en: {
    greeting: (name: string) => `Hello ${name},`,
    from: 'This mail comes from',
    code: 'Your code, to be entered where you sign in:',
  },
  zh: {
    greeting: (name: string) => `${name}，您好：`,
    from: '本邮件来自',
    code: '您的代码，请在登录页面输入：',
  },
} as const

export interface AccountLetter {
  readonly kind: AccountLetterKind
  readonly language: Language
  readonly name: string
  readonly siteName: string
  readonly details: LetterDetails
  /** Where the person goes on; undefined where the service does not know its own address. */
  readonly link?: string | undefined
  /** What stands in the link, for who has to enter it by hand. */
  readonly token?: string | undefined
}

/** The same words as text and as HTML. Whatever a person chose, such as a name, is escaped. */
export function writeAccountLetter({ kind, language, name, siteName, details, link, token }: AccountLetter) {
  const { subject, lines, action } = wordings[kind][language]((key) => String(details[key] ?? ''))
  const frame = FRAME[language]
  const way =
    link !== undefined
      ? { text: `${action}:\n${link}`, html: linkHtml(link, action ?? '') }
      : token !== undefined
        ? {
            text: `${frame.code}\n${token}`,
            html: `<p>${frame.code}<br><code>${escapeHtml(token)}</code></p>`,
          }
        : undefined
  const [first = '', ...rest] = lines
  const texts = [frame.greeting(name), first, ...(way ? [way.text] : []), ...rest]
  const paragraph = (line: string) => `<p>${escapeHtml(line)}</p>`
  return {
    subject,
    text: `${texts.join('\n\n')}\n\n-- \n${frame.from} ${siteName}\n`,
    html: `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body>${paragraph(frame.greeting(name))}
${paragraph(first)}
${way?.html ?? ''}
${rest.map(paragraph).join('\n')}
<p style="color:#666;font-size:12px">${frame.from} ${escapeHtml(siteName)}</p>
</body></html>
`,
  }
}

function linkHtml(link: string, action: string): string {
  const address = escapeHtml(link)
  return `<p><a href="${address}">${escapeHtml(action)}</a></p><p style="color:#666;font-size:12px">${address}</p>`
}
