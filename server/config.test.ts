import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const read = (settings: Record<string, string>) => readConfig(settings, '/srv')

test('PUBLIC_URL and MEDIA_URL are URLs without a trailing slash, or unset', () => {
  expect(read({})).toMatchObject({ publicUrl: undefined, mediaUrl: undefined })
  expect(read({ PUBLIC_URL: ' ', MEDIA_URL: '' })).toMatchObject({
    publicUrl: undefined,
    mediaUrl: undefined,
  })
  const given = { PUBLIC_URL: 'https://blog.example.com/', MEDIA_URL: 'https://files.example.com/blog//' }
  expect(read(given)).toMatchObject({
    publicUrl: 'https://blog.example.com',
    mediaUrl: 'https://files.example.com/blog',
  })
})

test.each(['PUBLIC_URL', 'MEDIA_URL'])('an invalid URL in %s is reported by name', (name) => {
  for (const value of ['files.example.com', 'ftp://files.example.com', 'javascript:1', '/uploads'])
    expect(() => read({ [name]: value })).toThrow(`${name}: got ${JSON.stringify(value)}`)
})

test.each([
  'nobody',
  '@',
  'a@',
  'a@example.com, b@example.com',
  'Blog <a@example.com>, b@example.com',
  'Us: a@example.com, b@example.com;',
  'a@example.com\nBcc: b@example.com',
])('MAIL_FROM is one address, not %j', (value) => {
  expect(() => read({ MAIL_FROM: value })).toThrow(
    `MAIL_FROM: got ${JSON.stringify(value)} that is not valid; use one mail address such as Blog <blog@example.com>.`,
  )
})

test.each(['smtp://', 'smtps://', 'smtp:host', 'smtp:///mail', 'smtp://:587', 'http://host', 'host:587'])(
  'SMTP_URL names a host, unlike %s',
  (value) => {
    expect(() => read({ SMTP_URL: value })).toThrow(
      'SMTP_URL: got a value that is not valid; use an address such as smtp://user:password@host:587 or smtps://host.',
    )
  },
)

test.each(['smtp://host', 'smtps://host:465', 'SMTP://user:p%40ss@host:587'])(
  'SMTP_URL may be %s',
  (value) => {
    expect(read({ SMTP_URL: value, MAIL_FROM: '"Us, here" <us@example.com>' })).toMatchObject({
      smtpUrl: value,
      mailFrom: '"Us, here" <us@example.com>',
    })
  },
)

test.each([
  ['  eight or more ', '  eight or more '],
  ['of a file of Windows \r\n', 'of a file of Windows '],
  ['        \n', undefined],
  ['', undefined],
])('ADMIN_PASSWORD %j is taken as %j', (given, taken) => {
  expect(read({ ADMIN_PASSWORD: given }).adminPassword).toBe(taken)
})

test.each([
  'https://u:p@x.example',
  'https://u@x.example/',
  'https://x.example/?q=1',
  'https://x.example?',
  'https://x.example/#f',
])('neither PUBLIC_URL nor MEDIA_URL is %s', (value) => {
  for (const name of ['PUBLIC_URL', 'MEDIA_URL'])
    expect(() => read({ [name]: value })).toThrow(`${name}: got ${JSON.stringify(value)} that is not valid`)
})

test('MEDIA_URL may have a path, PUBLIC_URL none', () => {
  const value = 'https://x.example/blog/'
  expect(read({ MEDIA_URL: value }).mediaUrl).toBe('https://x.example/blog')
  expect(() => read({ PUBLIC_URL: value })).toThrow(
    'PUBLIC_URL: got "https://x.example/blog/" that is not valid; use an address without a path, query or credentials such as https://blog.example.com.',
  )
})

test('LOG_LEVEL is one of the levels, or info', () => {
  expect(read({}).logLevel).toBe('info')
  expect(read({ LOG_LEVEL: 'silent' }).logLevel).toBe('silent')
  expect(() => read({ LOG_LEVEL: 'loud' })).toThrow(
    'LOG_LEVEL: got "loud" that is not valid; use one of trace, debug, info, warn, error, fatal, silent.',
  )
})

test.each(['-1', '65536', '1.5', '0x10', 'http', '1e3'])(
  'PORT is a whole number up to 65535, not %s',
  (value) => {
    expect(() => read({ PORT: value })).toThrow(`PORT: got ${JSON.stringify(value)} that is not valid`)
  },
)
