import { deviceInChinese } from '@inkstone/contract/devices.ts'
import type { Language } from '../../platform/core/problem.ts'
import { emailPage, escapeHtml, footnote, linkButton } from './email-html.rules.ts'

/** The e-mails to a user about their account. */
export type AccountEmailKind =
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

export type EmailDetails = Readonly<Record<string, string | number>>

interface Words {
  readonly subject: string
  readonly lines: readonly string[]
  /** The label of the link, if there is one. */
  readonly action?: string
}
type Wording = (detail: (name: string) => string) => Words

const NOT_YOU = {
  en: 'If this was not you, change your password immediately and contact an administrator.',
  zh: '如果这不是您本人的操作，请立即设置新密码并告知管理员。',
} as const
const IGNORE = {
  en: 'If you did not request this, you can ignore this e-mail.',
  zh: '如果这不是您本人的操作，请忽略本邮件，不会有任何变化。',
} as const

const wordings: Readonly<Record<AccountEmailKind, Readonly<Record<Language, Wording>>>> = {
  reset: {
    en: () => ({
      subject: 'Set a new password',
      lines: [
        'Someone requested a new password for your account. The link works once and is valid for 30 minutes.',
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
      subject: `Invitation to ${detail('site')}`,
      lines: [
        `An account was created for you. Your username is ${detail('username')}.`,
        'Set a password to get started. The link works once and is valid for 7 days.',
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
      subject: 'Confirm your e-mail address',
      lines: [
        'Please confirm that this e-mail address is yours. The link works once and is valid for 24 hours.',
        IGNORE.en,
      ],
      action: 'Confirm e-mail address',
    }),
    zh: () => ({
      subject: '确认您的邮箱',
      lines: ['请确认该邮箱属于您。链接仅可使用一次，24 小时内有效。', IGNORE.zh],
      action: '确认邮箱',
    }),
  },
  'email-change': {
    en: () => ({
      subject: 'Confirm your new e-mail address',
      lines: [
        'Someone entered this address as the new e-mail address of their account. Open the link to confirm it. The link works once and is valid for 24 hours.',
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
      subject: 'Your e-mail address was changed',
      lines: [`The e-mail address of your account is now ${detail('email')}.`, NOT_YOU.en],
    }),
    zh: (detail) => ({
      subject: '您的邮箱已更改',
      lines: [`您账号的邮箱已改为 ${detail('email')}。`, NOT_YOU.zh],
    }),
  },
  'password-changed': {
    en: () => ({
      subject: 'Your password was changed',
      lines: [
        'The password of your account was changed. Passkeys and single sign-on still work: check them in your profile.',
        NOT_YOU.en,
      ],
    }),
    zh: () => ({
      subject: '您的密码已更改',
      lines: ['您账号的密码已更改。通行密钥和单点登录仍然有效，请在个人资料中检查。', NOT_YOU.zh],
    }),
  },
  'factor-on': {
    en: () => ({
      subject: 'Two-factor authentication was turned on',
      lines: ['Logging in to your account now requires a code from your authenticator app.', NOT_YOU.en],
    }),
    zh: () => ({
      subject: '两步验证已开启',
      lines: ['从现在起，登录您的账号需要验证器中的验证码。', NOT_YOU.zh],
    }),
  },
  'factor-off': {
    en: () => ({
      subject: 'Two-factor authentication was turned off',
      lines: ['Logging in to your account no longer requires a code.', NOT_YOU.en],
    }),
    zh: () => ({
      subject: '两步验证已关闭',
      lines: ['登录您的账号不再需要验证码。', NOT_YOU.zh],
    }),
  },
  'factor-reset': {
    en: () => ({
      subject: 'An administrator turned off your two-factor authentication',
      lines: [
        'Logging in to your account no longer requires a code. Set up two-factor authentication again in your profile.',
        'If you did not request this, contact an administrator immediately.',
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
      lines: [`The passkey “${detail('name')}” can now be used to sign in to your account.`, NOT_YOU.en],
    }),
    zh: (detail) => ({
      subject: '已添加通行密钥',
      lines: [`从现在起，可使用通行密钥“${detail('name')}”登录您的账号。`, NOT_YOU.zh],
    }),
  },
  'passkey-removed': {
    en: (detail) => ({
      subject: 'A passkey was deleted',
      lines: [
        `The passkey “${detail('name')}” can no longer be used to sign in to your account.`,
        NOT_YOU.en,
      ],
    }),
    zh: (detail) => ({
      subject: '已删除通行密钥',
      lines: [`通行密钥“${detail('name')}”不能再用于登录您的账号。`, NOT_YOU.zh],
    }),
  },
  'provider-linked': {
    en: () => ({
      subject: 'Your account was linked to single sign-on',
      lines: [
        'You can now sign in to your account with the identity provider of your organisation.',
        NOT_YOU.en,
      ],
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
        'You can no longer sign in to your account with the identity provider of your organisation.',
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
      lines: [`A recovery code of your account was used. Codes left: ${detail('left')}.`, NOT_YOU.en],
    }),
    zh: (detail) => ({
      subject: '恢复码已被使用',
      lines: [`您账号的一个恢复码已被使用，还剩 ${detail('left')} 个。`, NOT_YOU.zh],
    }),
  },
  'new-device': {
    en: (detail) => ({
      subject: 'Login from a new device',
      lines: [
        `Someone logged in to your account with ${detail('device')}, from ${detail('address')}.`,
        NOT_YOU.en,
      ],
    }),
    zh: (detail) => ({
      subject: '新设备登录提醒',
      lines: [
        `有人使用 ${deviceInChinese(detail('device'))} 从 ${detail('address')} 登录了您的账号。`,
        NOT_YOU.zh,
      ],
    }),
  },
}

const FRAME = {
  en: {
    greeting: (name: string) => `Hello ${name},`,
    from: 'This e-mail was sent by',
    code: (path: string) => `Open the page ${path} at the address of the site, and enter this code:`,
  },
  zh: {
    greeting: (name: string) => `${name}，您好：`,
    from: '本邮件来自',
    code: (path: string) => `请在网站地址后加上 ${path} 打开页面，并输入此代码：`,
  },
} as const

export interface AccountEmail {
  readonly kind: AccountEmailKind
  readonly language: Language
  readonly name: string
  readonly siteName: string
  readonly details: EmailDetails
  /** The URL of the link; undefined if the service does not know its own address. */
  readonly link?: string | undefined
  /** The token of the link, for entering it by hand on the page with this path. */
  readonly token?: string | undefined
  readonly path?: string | undefined
}

/** The same content as text and as HTML. User input, such as a name, is escaped. */
export function writeAccountEmail(email: AccountEmail) {
  const { kind, language, name, siteName, details, link, token, path = '' } = email
  const { subject, lines, action } = wordings[kind][language]((key) => String(details[key] ?? ''))
  const frame = FRAME[language]
  const way =
    link !== undefined
      ? { text: `${action}:\n${link}`, html: linkButton(link, action ?? '') }
      : token !== undefined
        ? {
            text: `${frame.code(path)}\n${token}`,
            html: `<p>${frame.code(path)}<br><code>${escapeHtml(token)}</code></p>`,
          }
        : undefined
  const [first = '', ...rest] = lines
  const texts = [frame.greeting(name), first, ...(way ? [way.text] : []), ...rest]
  const paragraph = (line: string) => `<p>${escapeHtml(line)}</p>`
  return {
    subject,
    text: `${texts.join('\n\n')}\n\n-- \n${frame.from} ${siteName}\n`,
    html: emailPage(
      language,
      subject,
      [
        paragraph(frame.greeting(name)),
        paragraph(first),
        ...(way ? [way.html] : []),
        ...rest.map(paragraph),
        footnote(`${frame.from} ${escapeHtml(siteName)}`),
      ].join('\n'),
    ),
  }
}
