import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, test } from 'vitest'
import { createMailer, type Mail } from './mail.ts'

const from = 'The Service <service@example.org>'
const greeting: Mail = {
  to: 'reader@example.com',
  subject: 'Hello',
  text: 'Good morning',
  html: '<p>Good morning</p>',
}

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mail-'))
  cleanUps.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

interface Received {
  sender: string
  recipients: string[]
  message: string
}

async function smtpServer(options: SMTPServerOptions = {}) {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          sender: mailFrom === false ? '' : mailFrom.address,
          recipients: rcptTo.map(({ address }) => address),
          message: Buffer.concat(chunks).toString(),
        })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  cleanUps.push(() => new Promise<void>((closed) => server.close(closed)))
  const { port } = server.server.address() as AddressInfo
  return { received, port, url: `smtp://127.0.0.1:${port}` }
}

function bySmtp(smtpUrl: string, sender = from) {
  const mailer = createMailer({ smtpUrl, from: sender, outboxFolder: '/nonexistent' })
  cleanUps.push(() => mailer.close())
  return mailer
}

function toOutbox(outboxFolder: string) {
  const mailer = createMailer({ from, outboxFolder })
  cleanUps.push(() => mailer.close())
  return mailer
}

async function written(mail: Mail): Promise<string> {
  const folder = join(await temporaryFolder(), 'outbox')
  expect(await toOutbox(folder).send(mail)).toMatchObject({ ok: true })
  const [name = ''] = await readdir(folder)
  return readFile(join(folder, name), 'utf8')
}

function headersOf(message: string): Map<string, string> {
  const [head = ''] = message.split('\r\n\r\n')
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  return new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  )
}

function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?Q\?(.*?)\?=/gi, (_whole, words: string) =>
      decodeURIComponent(
        words
          .replaceAll('_', ' ')
          .replace(/%/g, '%25')
          .replace(/=([0-9A-F]{2})/g, '%$1'),
      ),
    )
    .replace(/=\?UTF-8\?B\?(.*?)\?=/gi, (_whole, words: string) => Buffer.from(words, 'base64').toString())
}

describe('by SMTP', () => {
  test('an e-mail arrives with its sender, recipient, both texts and an id', async () => {
    const { url, received } = await smtpServer()
    const outcome = await bySmtp(url).send({
      ...greeting,
      to: { name: '王小明', address: 'ming@example.com' },
      subject: '您好,世界',
    })
    expect(outcome).toMatchObject({ ok: true, messageId: expect.stringMatching(/^<.+@example\.org>$/) })
    expect(received).toMatchObject([{ sender: 'service@example.org', recipients: ['ming@example.com'] }])
    const message = received[0]?.message ?? ''
    const headers = headersOf(message)
    expect(headers.get('from')).toBe('The Service <service@example.org>')
    expect(decodeWords(headers.get('to') ?? '')).toMatch(/^"?王小明"? <ming@example\.com>$/)
    expect(decodeWords(headers.get('subject') ?? '')).toBe('您好,世界')
    expect(headers.get('auto-submitted')).toBe('auto-generated')
    expect(headers.get('content-type')).toMatch(/^multipart\/alternative/)
    expect(message).toContain('<p>Good morning</p>')
    expect([...message].every((character) => character <= '\x7f')).toBe(true)
  })

  test('logs in with the credentials of the URL', async () => {
    const logins: string[] = []
    const { port } = await smtpServer({
      authOptional: false,
      onAuth(auth, _session, done) {
        logins.push(`${auth.username}:${auth.password}`)
        if (auth.password === 'p@ss word') done(null, { user: auth.username })
        else done(new Error('Invalid username or password'))
      },
    })
    const mailer = bySmtp(`smtp://me:p%40ss%20word@127.0.0.1:${port}`)
    expect(await mailer.check()).toEqual({ ok: true })
    expect(await mailer.send(greeting)).toMatchObject({ ok: true })
    expect(logins).toEqual(['me:p@ss word', 'me:p@ss word'])

    const mistyped = bySmtp(`smtp://me:wrong-secret@127.0.0.1:${port}`)
    const found = await mistyped.check()
    expect(found).toMatchObject({ ok: false, detail: expect.stringContaining('Invalid') })
    expect(JSON.stringify(found)).not.toContain('wrong-secret')
    expect(await mistyped.send(greeting)).toMatchObject({ ok: false, permanent: false })
  })

  test('a check sends nothing', async () => {
    const { url, received } = await smtpServer()
    expect(await bySmtp(url).check()).toEqual({ ok: true })
    expect(received).toEqual([])
  })

  const smtpError = (text: string, responseCode: number) => Object.assign(new Error(text), { responseCode })
  const refusals = [
    ['the recipient is unknown', true, { onRcptTo: (_a, _s, done) => done(smtpError('unknown', 550)) }],
    ['the recipient is greylisted', false, { onRcptTo: (_a, _s, done) => done(smtpError('later', 451)) }],
    ['the sender is refused', false, { onMailFrom: (_a, _s, done) => done(smtpError('not you', 550)) }],
    ['the server wants no client', false, { onConnect: (_s, done) => done(smtpError('go away', 554)) }],
    [
      'the content is refused',
      true,
      { onData: (stream, _s, done) => stream.on('end', () => done(smtpError('spam', 554))).resume() },
    ],
  ] satisfies [string, boolean, SMTPServerOptions][]
  for (const [when, permanent, options] of refusals)
    test(`is ${permanent ? '' : 'not '}permanently rejected when ${when}`, async () => {
      const { url } = await smtpServer(options)
      expect(await bySmtp(url).send(greeting)).toMatchObject({ ok: false, permanent })
    })

  test('an unavailable server is reported, not thrown, and can be retried', async () => {
    const server = createServer()
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const { port } = server.address() as AddressInfo
    await new Promise((closed) => server.close(closed))
    const mailer = bySmtp(`smtp://127.0.0.1:${port}`)
    const down = { ok: false, detail: expect.stringContaining('ECONNREFUSED') }
    expect(await mailer.check()).toMatchObject(down)
    expect(await mailer.send(greeting)).toMatchObject({ ...down, permanent: false })
  })

  test('a server that does not respond times out', async () => {
    const server = createServer((socket) => void cleanUps.push(() => socket.destroy()))
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    cleanUps.push(() => void server.close())
    const { port } = server.address() as AddressInfo
    const outcome = await bySmtp(`smtp://127.0.0.1:${port}?greetingTimeout=50`).send(greeting)
    expect(outcome).toMatchObject({ ok: false, permanent: false })
  })

  for (const url of ['', 'mail.example.org:25', 'http://mail.example.org', 'smtp:'])
    test(`${JSON.stringify(url)} is not an SMTP URL`, () => {
      expect(() => bySmtp(url)).toThrow('smtp://')
    })
})

describe('into the outbox', () => {
  test('each e-mail is one file, readable only by its owner, and names sort by time', async () => {
    const folder = join(await temporaryFolder(), 'deep', 'outbox')
    const mailer = toOutbox(folder)
    expect(await mailer.check()).toEqual({ ok: true })
    for (let index = 0; index < 12; index++) await mailer.send({ ...greeting, subject: `Number ${index}` })

    const names = (await readdir(folder)).sort()
    const subjects = await Promise.all(
      names.map(async (name) => headersOf(await readFile(join(folder, name), 'utf8')).get('subject')),
    )
    expect(subjects).toEqual(Array.from({ length: 12 }, (_none, index) => `Number ${index}`))
    for (const name of names) {
      expect(name).toMatch(/^\d{8}T\d{6}\.\d{3}Z-\d{6}-[0-9a-f]{8}\.eml$/)
      expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
    }
  })

  test('many at once create as many files and leave nothing unfinished', async () => {
    const folder = await temporaryFolder()
    const mailer = toOutbox(folder)
    await Promise.all(Array.from({ length: 30 }, () => mailer.send(greeting)))
    const names = await readdir(folder)
    expect(names.filter((name) => name.endsWith('.eml'))).toHaveLength(30)
    expect(names).toHaveLength(30)
  })

  test('a folder that cannot be created is reported, not thrown', async () => {
    const file = join(await temporaryFolder(), 'file')
    await writeFile(file, '')
    const mailer = toOutbox(join(file, 'outbox'))
    expect(await mailer.check()).toMatchObject({ ok: false, detail: expect.stringContaining('ENOTDIR') })
    expect(await mailer.send(greeting)).toMatchObject({ ok: false, permanent: false })
  })

  test('an e-mail without html is plain text', async () => {
    const message = await written({ to: greeting.to, subject: 'Plain', text: '早上好\nline two' })
    expect(headersOf(message).get('content-type')).toMatch(/^text\/plain; charset=utf-8/)
    expect(message.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })
})

describe('headers', () => {
  const injections = ['a\r\nBcc: victim@example.net', 'a\nBcc: victim@example.net', 'a\rBcc: victim@example.net', 'a\u2028Bcc: victim@example.net', 'a\0\x0b\x0c\x85Bcc: victim@example.net', 'a\r\n\r\nBcc: victim@example.net'] // biome-ignore format: one list

  for (const text of injections)
    test(`${JSON.stringify(text)} cannot inject a header, in any field`, async () => {
      const { url, received } = await smtpServer()
      const mail = {
        ...greeting,
        to: { name: text, address: 'reader@example.com' },
        subject: text,
        headers: { 'X-Reason': text },
      }
      expect(await bySmtp(url).send(mail)).toMatchObject({ ok: true })
      const message = received[0]?.message ?? ''
      expect([...headersOf(message).keys()]).not.toContain('bcc')
      expect(message.split(/\r\n|\r|\n/).filter((line) => /^bcc/i.test(line))).toEqual([])
      expect(received).toMatchObject([{ recipients: ['reader@example.com'] }])
      expect(decodeWords(headersOf(message).get('subject') ?? '')).toBe('a Bcc: victim@example.net')
    })

  test('a name cannot look like an address', async () => {
    const { url, received } = await smtpServer()
    const name = 'x" <victim@example.net>, "y'
    await bySmtp(url).send({ ...greeting, to: { name, address: 'reader@example.com' } })
    expect(received).toMatchObject([{ recipients: ['reader@example.com'] }])
    expect(headersOf(received[0]?.message ?? '').get('to')).toBe(
      '"x\\" <victim@example.net>, \\"y" <reader@example.com>',
    )
  })

  const notAddresses = ['', 'reader', '@example.com', 'reader@', 'a@b@c', 'a@example.com, b@example.com', 'a@example.com;b@example.com', 'A <a@example.com>', 'a b@example.com', 'a@example.com\r\nBcc: b@example.com', 'a@example.com\n', '"a@b"@example.com', 'a@[127.0.0.1]', 'a@example.com\u200b', `${'a'.repeat(320)}@example.com`] // biome-ignore format: one list
  for (const to of notAddresses)
    test(`${JSON.stringify(to.slice(0, 40))} is permanently rejected as an address`, async () => {
      const mailer = toOutbox(await temporaryFolder())
      expect(await mailer.send({ ...greeting, to })).toMatchObject({ ok: false, permanent: true })
    })

  test('addresses in other scripts are accepted', async () => {
    expect(headersOf(await written({ ...greeting, to: 'reader@例子.example' })).get('to')).toBe(
      'reader@xn--fsqu00a.example',
    )
  })

  for (const name of ['', 'X Reason', 'X-Reason:', 'X\r\nBcc', 'Ünicode'])
    test(`${JSON.stringify(name)} is rejected as the name of a header`, async () => {
      const mailer = toOutbox(await temporaryFolder())
      expect(await mailer.send({ ...greeting, headers: { [name]: 'x' } })).toMatchObject({
        ok: false,
        permanent: true,
      })
    })

  test('unsubscribing is offered, with one click if it is safe', async () => {
    const https = headersOf(
      await written({ ...greeting, listUnsubscribe: 'https://example.org/stop?token=a-b_c' }),
    )
    expect(https.get('list-unsubscribe')).toBe('<https://example.org/stop?token=a-b_c>')
    expect(https.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const http = headersOf(await written({ ...greeting, listUnsubscribe: 'http://127.0.0.1:3000/stop' }))
    expect(http.get('list-unsubscribe')).toBe('<http://127.0.0.1:3000/stop>')
    expect(http.has('list-unsubscribe-post')).toBe(false)
  })

  for (const listUnsubscribe of [
    '',
    'javascript:alert(1)',
    'https://example.org/\r\nBcc: a@example.com',
    'https://example.org/> <x',
  ])
    test(`${JSON.stringify(listUnsubscribe)} is not an unsubscribe URL`, async () => {
      const mailer = toOutbox(await temporaryFolder())
      expect(await mailer.send({ ...greeting, listUnsubscribe })).toMatchObject({
        ok: false,
        permanent: true,
      })
    })

  for (const sender of [
    '',
    'The Service',
    'a@example.org, b@example.org',
    'a@example.org\r\nBcc: b@example.org',
    'Group: a@example.org, b@example.org;',
  ])
    test(`${JSON.stringify(sender)} is not a sender`, () => {
      expect(() => createMailer({ from: sender, outboxFolder: '/nonexistent' })).toThrow(
        'must be one address',
      )
    })
})
