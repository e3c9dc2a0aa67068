import { describe, expect, test } from 'vitest'
import { type AccountEmailKind, writeAccountEmail } from './account-emails.rules.ts'

/** Every kind, and whether it contains a link. */
const kinds: Readonly<Record<AccountEmailKind, boolean>> = {
  reset: true,
  invitation: true,
  registration: true,
  'email-change': true,
  'email-changed': false,
  'password-changed': false,
  'factor-on': false,
  'factor-off': false,
  'factor-reset': false,
  'passkey-added': false,
  'passkey-removed': false,
  'provider-linked': false,
  'provider-unlinked': false,
  'recovery-code-used': false,
  'new-device': false,
}
const LINK = 'https://blog.example.com/admin/set-password?token=abc'
const EVIL = '<script>alert(1)</script>'
const details = { username: EVIL, site: EVIL, email: EVIL, name: EVIL, device: EVIL, address: EVIL, left: 3 }

describe.for(Object.entries(kinds) as [AccountEmailKind, boolean][])('%s', ([kind, hasLink]) => {
  const write = (language: 'en' | 'zh') =>
    writeAccountEmail({
      kind,
      language,
      name: EVIL,
      siteName: EVIL,
      details,
      ...(hasLink && { link: LINK, token: 'abc' }),
    })

  test('is written in both languages, as text and as HTML', () => {
    const [en, zh] = [write('en'), write('zh')]
    expect(en.subject).toMatch(/^[A-Z]/)
    expect(zh.subject).toMatch(/\p{Script=Han}/u)
    expect(en.html).toContain('<html lang="en">')
    expect(zh.html).toContain('<html lang="zh">')
    for (const { text, html } of [en, zh]) {
      expect(text).not.toContain('<p>')
      expect(text.includes(LINK)).toBe(hasLink)
      expect(html.includes(`href="${LINK}"`)).toBe(hasLink)
      expect(text + html).not.toContain('undefined')
    }
  })

  if (hasLink)
    test('has a code and where to enter it if there is no link', () => {
      for (const language of ['en', 'zh'] as const) {
        const path = '/admin/set-password'
        const code = { token: 'a-code', path }
        const { text, html } = writeAccountEmail({
          kind,
          language,
          name: 'n',
          siteName: 's',
          details,
          ...code,
        })
        for (const part of [text, html]) {
          expect(part).toContain('a-code')
          expect(part).toContain(path)
          expect(part).not.toContain('href')
        }
      }
    })

  test('escapes user input', () => {
    expect(write('en').html).not.toContain('<script>')
    expect(write('zh').html).not.toContain('<script>')
  })
})
