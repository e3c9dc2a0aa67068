import { describe, expect, test } from 'vitest'
import type { Client } from '../test/client.ts'
import { startTestService } from '../test/harness.ts'
import { startMailServer } from '../test/mail-server.ts'
import { codeOf } from '../test/totp.ts'

/** What can go wrong with each way into an account. The features' own tests have the rest. */

const mail = await startMailServer()
const service = await startTestService({
  SMTP_URL: mail.url,
  MAIL_FROM: 'Inkstone <service@example.org>',
  PUBLIC_URL: 'https://blog.example.com',
})
const site = await service.newSite()
await site.admin.put('/api/settings', { registration_confirm: 1 })
const admin = await service.newUser('admin')
const anonymous = service.client()

const PASSWORD = 'correct horse battery'
const ANOTHER = 'another long password'
const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE

let made = 0
const newName = () => `flow-${++made}`
const emailOf = (username: string) => `${username}@example.com`
const by = (token: string) => service.client({ token })
const logIn = (username: string, password = PASSWORD, otp?: string) =>
  anonymous.post('/api/auth/login', { username, password, ...(otp !== undefined && { otp }) })
const reset = (token: string, password = ANOTHER) =>
  anonymous.post('/api/auth/password/reset', { token, password })
const confirm = (token: string) => anonymous.post('/api/auth/email/confirm', { token })
const tokenIn = (letter: string) => /\?token=([\w-]{40,})/.exec(letter)?.[1] ?? ''

async function newAccount(fields: object = {}) {
  const username = newName()
  const { data } = await admin.post('/api/users', {
    username,
    email: emailOf(username),
    password: PASSWORD,
    ...fields,
  })
  return { id: data.id as number, username, email: emailOf(username) }
}

async function signedIn(fields: object = {}) {
  const account = await newAccount(fields)
  const { token } = (await logIn(account.username)).data
  return { ...account, token: token as string, ...by(token) }
}

interface Sent {
  readonly username: string
  readonly token: string
  readonly use: (token: string) => ReturnType<Client['post']>
  /** Whether the link has done its work. */
  readonly isDone: () => Promise<boolean>
}

/** The links that are sent to people: how each is requested, used, and how long it is valid. */
const links: ReadonlyArray<readonly [name: string, lasts: number, send: () => Promise<Sent>]> = [
  [
    'a reset of a forgotten password',
    30 * MINUTE,
    async () => {
      const { username, email } = await newAccount()
      await anonymous.post('/api/auth/password/forgot', { email })
      const token = tokenIn(await mail.last(email))
      return {
        username,
        token,
        use: reset,
        isDone: async () => (await logIn(username, ANOTHER)).status === 200,
      }
    },
  ],
  [
    'an invitation',
    7 * DAY,
    async () => {
      const username = newName()
      const { data } = await admin.post('/api/users', { username, email: emailOf(username) })
      const isDone = async () => (await logIn(username, ANOTHER)).status === 200
      return { username, token: data.token, use: reset, isDone }
    },
  ],
  [
    'a change of address',
    DAY,
    async () => {
      const own = await signedIn()
      const email = `moved-${own.username}@example.com`
      await own.put('/api/auth/me', { email, password: PASSWORD })
      const token = tokenIn(await mail.last(email))
      const isDone = async () => (await own.get('/api/auth/me')).data.email === email
      return { username: own.username, token, use: confirm, isDone }
    },
  ],
  [
    'a registration',
    DAY,
    async () => {
      const username = newName()
      const person = { username, email: emailOf(username), password: PASSWORD }
      expect((await site.anonymous.post('/api/auth/register', person)).status).toBe(201)
      const token = tokenIn(await mail.last(person.email))
      return { username, token, use: confirm, isDone: async () => (await logIn(username)).status === 200 }
    },
  ],
]

/** Moves the expiry of every link: as if that much time had passed. */
const pass = (ms: number) =>
  service.engine.transact((tx) =>
    tx
      .updateTable('account_links')
      .set(({ eb }) => ({ expires_at: eb('expires_at', '-', ms) }))
      .execute(),
  )

for (const [name, lasts, send] of links)
  describe(`the link of ${name}`, () => {
    test('works until its last 30 seconds, and once', async () => {
      const { token, use, isDone } = await send()
      expect(await isDone()).toBe(false)
      await pass(lasts - 30 * SECOND)
      expect((await use(token)).status).toBe(200)
      expect(await isDone()).toBe(true)
      const again = await use(token)
      expect([again.status, Object.keys(again.errors)]).toEqual([422, ['token']])
    })

    test('is refused 30 seconds too late', async () => {
      const { token, use, isDone } = await send()
      await pass(lasts + 30 * SECOND)
      expect((await use(token)).errors).toHaveProperty('token')
      expect(await isDone()).toBe(false)
    })

    test('is for one person and one purpose', async () => {
      const [one, two] = [await send(), await send()]
      const other = one.use === reset ? confirm : reset
      expect((await other(one.token)).errors).toHaveProperty('token')
      expect((await one.use(one.token)).status).toBe(200)
      expect([await one.isDone(), await two.isDone()]).toEqual([true, false])
      expect((await two.use(two.token)).status).toBe(200)
    })

    test('of several that use it at once, one succeeds', async () => {
      const { token, use } = await send()
      const answers = await Promise.all([use(token), use(token), use(token), use(token)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422])
    })
  })

test('guesses at a link are counted: 30 a minute, and a right one is not looked at after that', async () => {
  const node = await service.newNode({ RATE_LIMIT_ANON: '30' })
  const { username } = await newAccount()
  const { id } = (await admin.get(`/api/users?keyword=${username}`)).data.list[0]
  const { token } = (await admin.post(`/api/users/${id}/reset-link`)).data
  const guess = async (guessed: string) =>
    (await node.client().post('/api/auth/password/reset', { token: guessed, password: ANOTHER })).status
  const statuses: number[] = []
  for (let turn = 0; turn < 31; turn++) statuses.push(await guess(`${'x'.repeat(41)}${10 + turn}`))
  expect(statuses).toEqual([...Array(30).fill(422), 429])
  expect(await guess(token)).toBe(429)
  expect((await reset(token)).status).toBe(200)
})

test('guesses at the password of an address change are counted', async () => {
  const own = await signedIn()
  const ask = (password: string) => own.put('/api/auth/me', { email: 'guessed@example.com', password })
  for (let turn = 0; turn < 10; turn++) expect((await ask(`wrong password ${turn}`)).status).toBe(422)
  expect((await ask(PASSWORD)).status).toBe(429)
  expect((await own.get('/api/auth/me')).data.pending_email).toBe('')
})

describe('a link that somebody else may have', () => {
  async function withLinks() {
    const own = await signedIn()
    const email = `taken-${own.username}@example.com`
    await own.put('/api/auth/me', { email, password: PASSWORD })
    const moving = tokenIn(await mail.last(email))
    const { token: resetting } = (await admin.post(`/api/users/${own.id}/reset-link`)).data
    return { own, moving, resetting }
  }
  async function expectEnded(moving: string, resetting: string) {
    expect((await confirm(moving)).errors).toHaveProperty('token')
    expect((await reset(resetting)).errors).toHaveProperty('token')
  }

  test('ends with a new password of one’s own', async () => {
    const { own, moving, resetting } = await withLinks()
    const change = { old_password: PASSWORD, new_password: ANOTHER }
    expect((await own.put('/api/auth/password', change)).status).toBe(200)
    await expectEnded(moving, resetting)
    expect((await logIn(own.username, ANOTHER)).status).toBe(200)
  })

  test('ends with a new password or address by an administrator', async () => {
    for (const change of [{ password: ANOTHER }, { email: `by-admin-${++made}@example.com` }]) {
      const { own, moving, resetting } = await withLinks()
      expect((await admin.put(`/api/users/${own.id}`, change)).status).toBe(200)
      await expectEnded(moving, resetting)
    }
  })

  test('ends when the address changes: the old mailbox resets no password', async () => {
    const { own, moving, resetting } = await withLinks()
    expect((await confirm(moving)).status).toBe(200)
    await expectEnded(moving, resetting)
    expect((await logIn(own.username)).status).toBe(200)
  })
})

describe('a second factor', () => {
  /** Far from the end of a step, so that the codes stay the same during a test. */
  async function withFactor() {
    const left = 30 * SECOND - (Date.now() % (30 * SECOND))
    if (left < 8 * SECOND) await new Promise((resolve) => setTimeout(resolve, left))
    const account = await signedIn()
    const { secret } = (await account.post('/api/auth/second-factor')).data
    const on = await account.post('/api/auth/second-factor/confirm', { code: codeOf(secret, -1) })
    return { ...account, secret: secret as string, codes: on.data.recovery_codes as string[] }
  }
  const otp = async (username: string, code = '') => (await logIn(username, PASSWORD, code)).body.code

  test('refuses the codes of another person, and codes that are a minute old or early', async () => {
    const [one, two] = [await withFactor(), await withFactor()]
    expect(await otp(one.username, codeOf(two.secret))).toBe(10006)
    expect(await otp(one.username, two.codes[0])).toBe(10006)
    expect(await otp(one.username, codeOf(one.secret, -2))).toBe(10006)
    expect(await otp(one.username, codeOf(one.secret, 2))).toBe(10006)
    expect(await otp(one.username, codeOf(one.secret))).toBe(200)
    expect(await otp(two.username, two.codes[0])).toBe(200)
  })

  test('of many guesses at once five are compared: the right one after them is not', async () => {
    const account = await withFactor()
    const right = [-1, 0, 1, 2].map((steps) => codeOf(account.secret, steps))
    const wrong = Array.from({ length: 30 }, (_, at) => String(100_000 + at)).filter(
      (code) => !right.includes(code),
    )
    const check = (code: string) => account.post('/api/auth/second-factor/check', { code })
    const answers = await Promise.all([...wrong, codeOf(account.secret)].map(check))
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5)
    expect(answers.at(-1)?.status).toBe(429)
  })

  test('counts wrong recovery codes like other codes', async () => {
    const { username, codes } = await withFactor()
    for (let turn = 0; turn < 5; turn++) expect(await otp(username, `aaaaa-aaaa${turn + 2}`)).toBe(10006)
    expect(await otp(username, codes[0])).toBe(429)
  })

  test('accepts a recovery code from one of several simultaneous logins', async () => {
    const { username, codes } = await withFactor()
    const answers = await Promise.all([0, 1, 2].map(() => otp(username, codes[0])))
    expect(answers.sort()).toEqual([10006, 10006, 200].sort())
  })

  test('that is set up again takes none of the earlier recovery codes', async () => {
    const { username, codes, ...own } = await withFactor()
    expect((await own.delete('/api/auth/second-factor', { code: codes[0] })).status).toBe(200)
    const { secret } = (await own.post('/api/auth/second-factor')).data
    await own.post('/api/auth/second-factor/confirm', { code: codeOf(secret, -1) })
    expect(await otp(username, codes[1])).toBe(10006)
    expect(await otp(username, codeOf(secret))).toBe(200)
  })
})

describe('a session', () => {
  test('is ended once, by its owner, whoever is quicker, and an expired one is not listed', async () => {
    const own = await signedIn()
    const other = by((await logIn(own.username)).data.token)
    const ids = async () =>
      (await own.get('/api/auth/sessions')).data.map(({ id, current }: { id: number; current: number }) => [
        id,
        current,
      ])
    const [ofOther] = (await ids()).find(([, current]: number[]) => current === 0)
    const end = (client: Client) => client.delete(`/api/auth/sessions/${ofOther}`)
    expect((await end(await signedIn())).status).toBe(404)
    expect((await end(by('x'))).body.code).toBe(10001)
    expect((await own.delete(`/api/auth/sessions/${ofOther + 1}`)).status).toBe(404)
    expect((await other.get('/api/auth/me')).status).toBe(200)
    const answers = await Promise.all([end(own), end(own), end(own)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404])
    expect((await other.get('/api/auth/me')).body.code).toBe(10001)

    const third = (await logIn(own.username)).data.token
    expect(await ids()).toHaveLength(2)
    await service.engine.transact((tx) =>
      tx
        .updateTable('sessions')
        .set({ expires_at: Date.now() - 30 * SECOND })
        .where('user_id', '=', own.id)
        .where(
          'id',
          '<>',
          Number(JSON.parse(Buffer.from(own.token.split('.')[1] ?? '', 'base64url').toString()).sid),
        )
        .execute(),
    )
    expect(await ids()).toHaveLength(1)
    expect((await by(third).get('/api/auth/me')).body.code).toBe(10001)
  })
})

describe('an API token of an administrator', () => {
  test('neither sets nor changes a password or an address, and gets no link that would', async () => {
    const owner = await service.newUser('admin')
    const { data } = await owner.post('/api/tokens', { name: 'p', scope: 'write' })
    const program = by(data.token)
    const username = newName()
    const person = { username, email: emailOf(username) }
    const refused = await program.post('/api/users', { ...person, password: PASSWORD, role: 'admin' })
    expect([refused.status, refused.body.error]).toEqual([403, 'session-required'])
    const invited = await program.post('/api/users', person)
    expect([invited.status, invited.data.token, invited.data.link]).toEqual([201, undefined, undefined])
    expect(tokenIn(await mail.last(person.email))).not.toBe('')
    for (const change of [{ password: ANOTHER }, { email: 'mine@example.com' }])
      expect((await program.put(`/api/users/${invited.data.id}`, change)).body.error).toBe('session-required')
    const named = await program.put(`/api/users/${invited.data.id}`, { nickname: 'N', email: person.email })
    expect([named.status, named.data.nickname]).toEqual([200, 'N'])
  })
})
