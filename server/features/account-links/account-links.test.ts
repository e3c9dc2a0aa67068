import { describe, expect, test, vi } from 'vitest'
import { startTestService } from '../../test/harness.ts'
import { startMailServer } from '../../test/mail-server.ts'

const mail = await startMailServer()
const service = await startTestService({
  SMTP_URL: mail.url,
  MAIL_FROM: 'Inkstone <service@example.org>',
  PUBLIC_URL: 'https://blog.example.com',
  TRUST_PROXY: '127.0.0.1',
})
const admin = await service.newUser('admin')
const anonymous = service.client()

const PASSWORD = 'correct horse battery'
const ANOTHER = 'another long password'
let made = 0
async function newAccount(fields: object = {}) {
  const username = `linked-${++made}`
  const email = `${username}@example.com`
  const { data } = await admin.post('/api/users', { username, email, password: PASSWORD, ...fields })
  return { id: data.id as number, username, email }
}
const logIn = (username: string, password = PASSWORD) =>
  anonymous.post('/api/auth/login', { username, password })
const by = (token: string) => service.client({ token })
const forgot = (email: string) => anonymous.post('/api/auth/password/forgot', { email })
const reset = (token: string, password = ANOTHER) =>
  anonymous.post('/api/auth/password/reset', { token, password })
const tokenIn = (text: string) =>
  /https:\/\/blog\.example\.com\/admin\/[\w-]+\?token=([\w-]{40,})/.exec(text)?.[1] ?? ''
const age = (ms: number) =>
  service.engine.transact((tx) =>
    tx
      .updateTable('account_links')
      .set(({ eb }) => ({ expires_at: eb('expires_at', '-', ms) }))
      .execute(),
  )
const settled = () =>
  vi.waitFor(
    async () => {
      const waiting = await service.engine.db
        .selectFrom('jobs')
        .select('id')
        .where('kind', 'like', 'accounts.%')
        .where('state', 'in', ['waiting', 'running'])
        .execute()
      expect(waiting).toEqual([])
    },
    { timeout: 25_000, interval: 50 },
  )

describe('a forgotten password', () => {
  test('is reset through the link in the e-mail, once, which ends all sessions and tokens', async () => {
    const account = await newAccount()
    const session = (await logIn(account.username)).data.token
    const program = (await by(session).post('/api/tokens', { name: 'p' })).data.token
    const asked = await forgot(account.email.toUpperCase())
    const unknown = await forgot('nobody@example.com')
    for (const { status, body } of [asked, unknown])
      expect([status, body]).toEqual([200, { code: 200, message: 'success', timestamp: expect.any(Number) }])
    const letter = await mail.last(account.email)
    expect(letter).toContain('Set a new password')
    expect(letter).toMatch(/text\/plain[\s\S]*text\/html/)
    const token = tokenIn(letter)
    expect((await reset(token, 'password1')).errors).toHaveProperty('password')
    expect((await reset(token, account.username)).errors).toHaveProperty('password')
    expect((await reset(token)).status).toBe(200)
    expect((await reset(token)).errors).toHaveProperty('token')
    for (const old of [session, program]) expect((await by(old).get('/api/auth/me')).body.code).toBe(10001)
    expect((await logIn(account.username)).body.code).toBe(10004)
    expect((await logIn(account.username, ANOTHER)).status).toBe(200)
    expect(await mail.last(account.email, 2)).toContain('Your password was changed')
  })

  test('sends the e-mail in the language of the user', async () => {
    const person = { username: 'chinese-reader', email: 'chinese@example.com', password: PASSWORD }
    await anonymous.post('/api/auth/register', person, { 'accept-language': 'zh' })
    await forgot(person.email)
    expect(await mail.last(person.email)).toContain('设置新密码')
  })

  test('writes to an invited user in the language of the inviting one, and then in their own', async () => {
    const fields = { username: 'abroad', email: 'abroad@example.com', role: 'editor' }
    await admin.post('/api/users', fields, { 'accept-language': 'en' })
    const token = tokenIn(await mail.last(fields.email))
    await anonymous.post(
      '/api/auth/password/reset',
      { token, password: PASSWORD },
      { 'accept-language': 'zh' },
    )
    await forgot(fields.email)
    expect(await mail.last(fields.email, 2), 'no notice that the first password was set').toContain(
      '设置新密码',
    )
  })

  test('writes to a user whom somebody created in the language of their first login', async () => {
    const account = await newAccount()
    const credentials = { username: account.username, password: PASSWORD }
    for (const language of ['zh', 'en'])
      await anonymous.post('/api/auth/login', credentials, { 'accept-language': language })
    await forgot(account.email)
    expect(await mail.last(account.email)).toContain('设置新密码')
  })

  test('only one of ten simultaneous uses of a link succeeds', async () => {
    const account = await newAccount()
    const { data } = await admin.post(`/api/users/${account.id}/reset-link`)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => reset(data.token, `${ANOTHER} ${at}`)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(422)])
    const winner = answers.findIndex(({ status }) => status === 200)
    expect((await logIn(account.username, `${ANOTHER} ${winner}`)).status).toBe(200)
  })

  test('gives the same response after too many requests, but sends no e-mail', async () => {
    const account = await newAccount()
    for (let turn = 0; turn < 6; turn++) expect((await forgot(account.email)).status).toBe(200)
    await settled()
    expect(mail.to(account.email)).toHaveLength(3)
  })

  test('sends no e-mail to disabled users', async () => {
    const account = await newAccount({ status: 0 })
    expect((await forgot(account.email)).status).toBe(200)
    await settled()
    expect(mail.to(account.email)).toHaveLength(0)
  })

  const refusals = [
    ['nothing', {}, ['password', 'token']],
    ['an empty token', { token: '', password: ANOTHER }, ['token']],
    ['a token of nobody', { token: 'x'.repeat(43), password: ANOTHER }, ['token']],
    ['no text', { token: 5, password: [] }, ['password', 'token']],
    ['a short password', { token: 'x'.repeat(43), password: 'short' }, ['password']],
  ] as const
  test.for(refusals)('%s is 422', async ([, body, fields]) => {
    const { status, errors } = await anonymous.post('/api/auth/password/reset', body)
    expect([status, Object.keys(errors).sort()]).toEqual([422, fields])
  })

  test('requires an e-mail address', async () => {
    for (const body of [
      {},
      { email: '' },
      { email: 5 },
      { email: 'no address' },
      { email: 'a@b\r\nBcc: c@d' },
    ])
      expect((await anonymous.post('/api/auth/password/forgot', body)).errors).toHaveProperty('email')
  })
})

describe('a link created by an administrator', () => {
  test('is returned, works once and for 30 minutes', async () => {
    const account = await newAccount()
    const { status, data } = await admin.post(`/api/users/${account.id}/reset-link`)
    expect([status, data]).toEqual([
      200,
      {
        link: `https://blog.example.com/admin/set-password?token=${data.token}`,
        token: expect.stringMatching(/^[\w-]{43}$/),
        expire_time: expect.stringMatching(/^\d{4}-/),
        expire_at: expect.stringMatching(/T/),
      },
    ])
    await age(30 * 60_000 + 1)
    expect((await reset(data.token)).errors).toHaveProperty('token')
    expect(mail.to(account.email)).toHaveLength(0)
  })

  test('can only be created by administrators, for existing users', async () => {
    const editor = await service.newUser('editor')
    const account = await newAccount()
    for (const what of ['reset-link', 'invite']) {
      expect((await editor.post(`/api/users/${account.id}/${what}`)).status).toBe(403)
      expect((await anonymous.post(`/api/users/${account.id}/${what}`)).status).toBe(401)
      expect((await admin.post(`/api/users/999999/${what}`)).status).toBe(404)
    }
  })

  test('never uses the Host of a request, and is only a path if the service does not know its own URL', async () => {
    const bare = await startTestService()
    const root = await bare.newUser('admin')
    const { data } = await root.post(`/api/users/${root.id}/reset-link`, undefined, { host: 'evil.example' })
    expect(data.link).toBe(`/admin/set-password?token=${data.token}`)
    const site = await bare.newSite()
    await root.put(`/api/sites/${site.id}`, { domains: ['own.example.org'] })
    const own = await site.admin.post(`/api/users/${root.id}/reset-link`, undefined, { host: 'evil.example' })
    expect(own.data.link).toBe(`https://own.example.org/admin/set-password?token=${own.data.token}`)
  })

  test('a password set by an administrator ends sessions and tokens', async () => {
    const account = await newAccount()
    const session = (await logIn(account.username)).data.token
    const program = (await by(session).post('/api/tokens', { name: 'p' })).data.token
    expect((await by(program).get('/api/auth/me')).status).toBe(200)
    expect((await admin.put(`/api/users/${account.id}`, { password: ANOTHER })).status).toBe(200)
    for (const old of [session, program]) expect((await by(old).get('/api/auth/me')).body.code).toBe(10001)
  })
})

describe('an invitation', () => {
  test('creates a user who cannot log in before setting a password through the link', async () => {
    const person = { username: 'invited', email: 'invited@example.com', role: 'editor' }
    const { status, data } = await admin.post('/api/users', person)
    expect([status, data.invited, data.role]).toEqual([201, 1, 'editor'])
    expect(data.link).toBe(`https://blog.example.com/admin/set-password?token=${data.token}`)
    for (const password of ['', PASSWORD])
      expect([401, 422]).toContain((await logIn('invited', password)).status)
    expect((await logIn('invited')).body.code).toBe(10004)
    const letter = await mail.last(person.email)
    expect(tokenIn(letter)).toBe(data.token)
    expect(letter).toContain('invited')
    expect((await reset(data.token, PASSWORD)).status).toBe(200)
    expect((await logIn('invited')).data.user.id).toBe(data.id)
    expect((await admin.get(`/api/users/${data.id}`)).data.invited).toBe(0)
    expect((await admin.post(`/api/users/${data.id}/invite`)).body.code).toBe(409)
  })

  test('names the site as readers know it', async () => {
    await admin.put('/api/settings', { site_name: 'Tea and Paper' })
    await admin.post('/api/users', { username: 'tea-writer', email: 'tea@example.com', role: 'editor' })
    expect(await mail.last('tea@example.com')).toContain('Invitation to Tea and Paper')
    await admin.put('/api/settings', { site_name: '' })
  })

  test('can be sent again, which invalidates the previous one, and is valid for 7 days', async () => {
    const { data } = await admin.post('/api/users', { username: 'again', email: 'again@example.com' })
    const second = await admin.post(`/api/users/${data.id}/invite`)
    expect((await reset(data.token)).errors).toHaveProperty('token')
    await age(7 * 24 * 3600_000 - 5_000)
    expect((await reset(second.data.token)).status).toBe(200)
    const third = (await admin.post('/api/users', { username: 'late', email: 'late@example.com' })).data
    await age(7 * 24 * 3600_000 + 1)
    expect((await reset(third.token)).errors).toHaveProperty('token')
  })

  test('is not sent to disabled or deleted users', async () => {
    for (const gone of ['disabled', 'deleted']) {
      const { data } = await admin.post('/api/users', { username: gone, email: `${gone}@example.com` })
      if (gone === 'disabled') await admin.put(`/api/users/${data.id}`, { status: 0 })
      else await admin.delete(`/api/users/${data.id}`)
      expect((await reset(data.token)).errors).toHaveProperty('token')
    }
  })
})

describe('a new e-mail address', () => {
  test('requires the password and applies after the link sent to it was opened; the old address is notified', async () => {
    const account = await newAccount()
    const own = by((await logIn(account.username)).data.token)
    const email = 'moved@example.com'
    expect((await own.put('/api/auth/me', { email })).errors).toHaveProperty('password')
    expect((await own.put('/api/auth/me', { email, password: 'wrong' })).errors).toHaveProperty('password')
    const asked = await own.put('/api/auth/me', { email, password: PASSWORD, nickname: 'N' })
    expect(asked.data).toMatchObject({ email: account.email, pending_email: email, nickname: 'N' })
    const token = tokenIn(await mail.last(email))
    expect((await reset(token)).errors).toHaveProperty('token')
    expect((await anonymous.post('/api/auth/email/confirm', { token })).status).toBe(200)
    expect((await anonymous.post('/api/auth/email/confirm', { token })).errors).toHaveProperty('token')
    expect((await own.get('/api/auth/me')).data).toMatchObject({ email, pending_email: '' })
    expect(await mail.last(account.email)).toContain('moved@example.com')
    expect((await own.put('/api/auth/me', { email })).status).toBe(200)
  })

  test('can be confirmed within a day, once, also by simultaneous requests', async () => {
    const account = await newAccount()
    const own = by((await logIn(account.username)).data.token)
    const confirm = (token: string) => anonymous.post('/api/auth/email/confirm', { token })
    await own.put('/api/auth/me', { email: 'too-late@example.com', password: PASSWORD })
    const late = tokenIn(await mail.last('too-late@example.com'))
    await age(24 * 3600_000 + 1)
    expect((await confirm(late)).errors).toHaveProperty('token')
    expect((await own.get('/api/auth/me')).data.pending_email).toBe('')
    await own.put('/api/auth/me', { email: 'in-time@example.com', password: PASSWORD })
    const token = tokenIn(await mail.last('in-time@example.com'))
    const answers = await Promise.all([confirm(token), confirm(token), confirm(token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
    expect((await own.get('/api/auth/me')).data.email).toBe('in-time@example.com')
  })

  test('requested before another one is no longer accepted', async () => {
    const account = await newAccount()
    const own = by((await logIn(account.username)).data.token)
    await own.put('/api/auth/me', { email: 'first-choice@example.com', password: PASSWORD })
    const first = tokenIn(await mail.last('first-choice@example.com'))
    await own.put('/api/auth/me', { email: 'second-choice@example.com', password: PASSWORD })
    expect((await anonymous.post('/api/auth/email/confirm', { token: first })).errors).toHaveProperty('token')
    const second = tokenIn(await mail.last('second-choice@example.com'))
    expect((await anonymous.post('/api/auth/email/confirm', { token: second })).status).toBe(200)
  })

  test('can be requested five times an hour, so that nobody floods a mailbox', async () => {
    const account = await newAccount()
    const own = by((await logIn(account.username)).data.token)
    const ask = (at: number) =>
      own.put('/api/auth/me', { email: `flooded-${at}@example.com`, password: PASSWORD })
    for (let at = 0; at < 5; at++) expect((await ask(at)).status).toBe(200)
    const refused = await ask(5)
    expect([refused.status, refused.body.error]).toEqual([429, 'too-many-requests'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await own.get('/api/auth/me')).data.pending_email).toBe('flooded-4@example.com')
    expect((await own.put('/api/auth/me', { nickname: 'N' })).status).toBe(200)
  })

  test('that another user has taken meanwhile is rejected', async () => {
    const account = await newAccount()
    const own = by((await logIn(account.username)).data.token)
    await own.put('/api/auth/me', { email: 'contested@example.com', password: PASSWORD })
    const token = tokenIn(await mail.last('contested@example.com'))
    await newAccount({ email: 'contested@example.com' })
    expect((await anonymous.post('/api/auth/email/confirm', { token })).errors).toHaveProperty('email')
    expect((await own.get('/api/auth/me')).data.email).toBe(account.email)
  })

  test('cannot be requested with an API token', async () => {
    const account = await newAccount()
    const own = by((await logIn(account.username)).data.token)
    const program = (await own.post('/api/tokens', { name: 'p', scope: 'write' })).data.token
    const changed = await by(program).put('/api/auth/me', {
      email: 'program@example.com',
      password: PASSWORD,
    })
    expect(changed.status).toBe(403)
  })
})

describe('registration', () => {
  const person = (username: string) => ({ username, email: `${username}@example.com`, password: PASSWORD })

  test('with e-mail confirmation allows login only after the link was opened', async () => {
    const site = await service.newSite()
    await site.admin.put('/api/settings', { registration_confirm: 1 })
    expect((await site.anonymous.post('/api/auth/register', person('confirming'))).status).toBe(201)
    const refused = await logIn('confirming')
    expect([refused.status, (await logIn('confirming', 'wrong')).body.code]).toEqual([403, 10004])
    const token = tokenIn(await mail.last('confirming@example.com'))
    expect((await anonymous.post('/api/auth/email/confirm', { token })).status).toBe(200)
    expect((await logIn('confirming')).status).toBe(200)
  })

  test('sends another link at a login with the right password, five minutes after the last', async () => {
    const site = await service.newSite()
    await site.admin.put('/api/settings', { registration_confirm: 1 })
    const { data: user } = await site.anonymous.post('/api/auth/register', person('forgetful'))
    await mail.last('forgetful@example.com')
    expect((await logIn('forgetful')).status).toBe(403)
    await service.engine.transact((tx) =>
      tx
        .updateTable('account_links')
        .set({ created_at: tx.now - 6 * 60_000, expires_at: tx.now - 1 })
        .where('user_id', '=', user.id)
        .execute(),
    )
    expect((await logIn('forgetful', 'wrong')).body.code).toBe(10004)
    await Promise.all([logIn('forgetful'), logIn('forgetful')])
    const token = tokenIn(await mail.last('forgetful@example.com', 2))
    expect((await logIn('forgetful')).status).toBe(403)
    expect((await anonymous.post('/api/auth/email/confirm', { token })).status).toBe(200)
    expect((await logIn('forgetful')).status).toBe(200)
    expect(mail.to('forgetful@example.com')).toHaveLength(2)
  })

  test('with a captcha is rejected without one, and accepts a solution once', async () => {
    const site = await service.newSite()
    await site.admin.put('/api/settings', { registration_captcha: 1 })
    const register = (username: string, fields: object = {}) =>
      site.anonymous.post('/api/auth/register', { ...person(username), ...fields })
    expect((await register('robot')).errors).toHaveProperty('captcha')
    const { captcha_id } = (await site.anonymous.get('/api/captcha')).data
    expect((await register('robot', { captcha_id, captcha: 'wrong' })).errors).toHaveProperty('captcha')
    const { answer: captcha } = await service.engine.db
      .selectFrom('captchas')
      .select('answer')
      .where('id', '=', captcha_id)
      .executeTakeFirstOrThrow()
    expect((await register('human', { captcha_id, captcha })).status).toBe(201)
    expect((await register('robot', { captcha_id, captcha })).errors).toHaveProperty('captcha')
  })
})
