import { createSigner } from 'fast-jwt'
import { describe, expect, test } from 'vitest'
import { deriveKey } from '../../platform/secrets/secrets.ts'
import { ADMIN_PASSWORD, SECRET_KEY, startTestService } from '../../test/harness.ts'

const service = await startTestService({ LOG_LEVEL: 'trace' })
const admin = await service.newUser('admin')
const anonymous = service.client()

const PASSWORD = 'correct horse battery'
let made = 0
async function newAccount(fields: object = {}) {
  const username = `account-${++made}`
  const { data } = await admin.post('/api/users', {
    username,
    email: `${username}@example.com`,
    password: PASSWORD,
    ...fields,
  })
  return { id: data.id as number, username, email: data.email as string }
}
const logIn = (username: string, password = PASSWORD, headers: Record<string, string> = {}) =>
  anonymous.post('/api/auth/login', { username, password }, headers)
const by = (token: string) => service.client({ token })

async function loggedIn(fields: object = {}) {
  const account = await newAccount(fields)
  const { data } = await logIn(account.username)
  return { ...account, token: data.token as string, ...by(data.token) }
}
const ageSession = (token: string, ms: number) => {
  const claims = service.tokens.read(token)
  if (typeof claims === 'string') throw new Error(claims)
  return service.engine.transact((tx) =>
    tx
      .updateTable('sessions')
      .set((row) => ({ rotated_at: row('rotated_at', '-', ms) }))
      .where('id', '=', claims.sid)
      .execute(),
  )
}

describe('login', () => {
  test('returns a token for 7200 seconds and the user, by name or e-mail, in any case', async () => {
    const { id, username, email } = await newAccount({ nickname: '李华', role: 'editor' })
    for (const name of [username, email, username.toUpperCase(), email.toUpperCase(), ` ${username} `]) {
      const { status, data } = await logIn(name)
      expect(status).toBe(200)
      expect(data).toEqual({
        token: expect.any(String),
        expire: 7200,
        user: { id, username, email, nickname: '李华', avatar: '', bio: '', role: 'editor', is_vip: 0 },
      })
      expect((await by(data.token).get('/api/auth/me')).data).toMatchObject({ id, username })
    }
    expect((await admin.get(`/api/users/${id}`)).data.last_login_time).toMatch(/^\d{4}-/)
  })

  test('returns the permissions on the site, according to its settings', async () => {
    const site = await service.newSite()
    const editor = await site.user('editor')
    const may = async (permission: string) =>
      (await editor.get('/api/auth/me')).data.permissions.includes(permission)
    expect(await may('articles.create')).toBe(true)
    expect(await may('users.manage')).toBe(false)
    expect(await may('articles.publish.own')).toBe(true)
    await site.admin.put('/api/settings', { review: 1 })
    expect(await may('articles.publish.own')).toBe(false)
  })

  test('works for the first administrator', async () => {
    expect((await logIn('admin', ADMIN_PASSWORD)).data.user).toMatchObject({
      role: 'admin',
      username: 'admin',
    })
  })

  test('ignores a token in the request', async () => {
    const { username } = await newAccount()
    expect((await logIn(username, PASSWORD, { authorization: 'Bearer old' })).status).toBe(200)
  })

  test('is rejected with 10003 for an unknown user and 10004 for a wrong password, 401 both', async () => {
    const { username, email } = await newAccount()
    for (const name of ['nobody', 'nobody@example.com', `${username}x`, '%', '_'.repeat(8)]) {
      const { status, body } = await logIn(name)
      expect([status, body.code]).toEqual([401, 10003])
    }
    for (const [name, password] of [
      [username, 'wrong password'],
      [email, `${PASSWORD} `],
      [username, PASSWORD.toUpperCase()],
    ] as const) {
      const { status, body } = await logIn(name, password)
      expect([status, body.code]).toEqual([401, 10004])
    }
  })

  test('returns the same error for both if the site hides unknown users', async () => {
    const site = await service.newSite()
    await site.admin.put('/api/settings', { hide_unknown_users: 1 })
    const { body } = await site.anonymous.post('/api/auth/login', {
      username: 'nobody at all',
      password: 'x',
    })
    expect(body.code).toBe(10004)
    expect((await logIn('nobody at all')).body.code).toBe(10003)
  })

  test('does not change the user', async () => {
    const account = await newAccount()
    const shown = await admin.get(`/api/users/${account.id}`)
    await new Promise((later) => setTimeout(later, 1_100))
    expect((await logIn(account.username)).status).toBe(200)
    const again = (await admin.get(`/api/users/${account.id}`)).data
    expect(again.update_time).toBe(shown.data.update_time)
  })

  test('is rejected with 403 for a disabled user with the right password, whose old token is 401', async () => {
    const account = await loggedIn()
    await admin.put(`/api/users/${account.id}`, { status: 0 })
    const old = await account.get('/api/auth/me')
    expect([old.status, old.body.code]).toEqual([401, 10001])
    const again = await logIn(account.username)
    expect([again.status, again.body.code]).toEqual([403, 403])
    expect((await logIn(account.username, 'wrong password')).body.code).toBe(10004)
    await admin.put(`/api/users/${account.id}`, { status: 1 })
    expect((await logIn(account.username)).status).toBe(200)
    expect((await account.get('/api/auth/me')).status).toBe(401)
  })

  test('after ten failures is rejected with 429, even with the right password, until the window ends', async () => {
    const { username } = await newAccount()
    for (let failure = 0; failure < 10; failure++)
      expect((await logIn(failure % 2 ? username : username.toUpperCase(), 'wrong')).status).toBe(401)
    for (const password of ['wrong', PASSWORD]) {
      const { status, headers } = await logIn(username, password)
      expect(status).toBe(429)
      expect(Number(headers['retry-after'])).toBeGreaterThan(14 * 60)
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(15 * 60)
    }
    const other = await newAccount()
    expect((await logIn(other.username)).status).toBe(200)
  })

  test('resets the failures after a success', async () => {
    const { username } = await newAccount()
    for (let round = 0; round < 2; round++) {
      for (let failure = 0; failure < 6; failure++) expect((await logIn(username, 'wrong')).status).toBe(401)
      expect((await logIn(username)).status).toBe(200)
    }
  })

  test('of sixteen simultaneous wrong passwords only ten get a result', async () => {
    const { username } = await newAccount()
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) => logIn(username, `guess ${index}`)),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(6)
  })

  test('twelve simultaneous right passwords all succeed', async () => {
    const { username } = await newAccount()
    const answers = await Promise.all(Array.from({ length: 12 }, () => logIn(username)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })

  const refusals = [
    [{}, ['password', 'username']],
    [{ username: 'x' }, ['password']],
    [{ username: '', password: '' }, ['password', 'username']],
    [{ username: 1, password: true }, ['password', 'username']],
    [{ username: 'x', password: 'x'.repeat(129) }, ['password']],
    [{ username: ['admin'], password: { $ne: '' } }, ['password', 'username']],
  ] as const
  for (const [body, fields] of refusals)
    test(`is rejected with 422 for ${JSON.stringify(body).slice(0, 60)}`, async () => {
      const { status, errors } = await anonymous.post('/api/auth/login', body)
      expect([status, Object.keys(errors).sort()]).toEqual([422, fields])
    })
})

describe('a token', () => {
  const sign = (claims: object, options: object = {}) =>
    createSigner({
      key: deriveKey(Buffer.from(SECRET_KEY), 'session tokens'),
      ...options,
    })(claims as Record<string, unknown>)

  test('is 10001 when it is malformed, forged or has no session, and 10002 when expired', async () => {
    const { token } = admin
    const claims = service.tokens.read(token) as { sid: number; gen: number }
    const [head, payload] = token.split('.')
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
    for (const bad of [
      'x',
      '',
      'a.b.c',
      `${token}x`,
      `${head}.${payload}.`,
      `${none}.${payload}.`,
      `${head}.${Buffer.from(JSON.stringify({ ...claims, sid: 1 })).toString('base64url')}.${token.split('.')[2]}`,
      sign({ sid: 999_999, gen: 1 }),
      sign({ sid: claims.sid, gen: claims.gen + 1 }),
      sign({ sid: claims.sid, gen: claims.gen - 2 }),
      sign({ sid: '1; drop table users', gen: 1 }),
      sign({}),
      'ink_',
      `ink_${'x'.repeat(40)}`,
    ]) {
      const { status, body } = await by(bad).get('/api/auth/me')
      expect([bad, status, body.code]).toEqual([bad, 401, 10001])
    }
    const past = sign({ ...claims, iat: Math.floor(Date.now() / 1000) - 7300 }, { expiresIn: 7_200_000 })
    const { status, body } = await by(past).get('/api/auth/me')
    expect([status, body.code]).toEqual([401, 10002])
  })

  test('is required with 401; an invalid one is 401 even where none is required', async () => {
    const none = await anonymous.get('/api/auth/me')
    expect([none.status, none.body.code]).toEqual([401, 401])
    const basic = await anonymous.get('/api/auth/me', { authorization: 'Basic YTpi' })
    expect([basic.status, basic.body.code]).toEqual([401, 10001])
  })

  test('works in the URL too, and the header has priority', async () => {
    const member = await service.newUser('member')
    const { data } = await anonymous.get(`/api/auth/me?token=${member.token}`)
    expect(data.id).toBe(member.id)
    expect((await admin.get(`/api/auth/me?token=${member.token}`)).data.id).toBe(admin.id)
    expect((await anonymous.put(`/api/v1/auth/me?token=${member.token}`, { nickname: 'x' })).status).toBe(200)
    expect((await anonymous.get('/api/auth/me?token=')).body.code).toBe(10001)
  })

  test('is never logged, however the URL is written', async () => {
    const { token } = await service.newUser('member')
    service.logLines.length = 0
    for (const url of [
      `/api/auth/me?token=${token}`,
      `/api/v1/auth/me?page=1&token=${token}&x=2`,
      `/api/auth/me?%74oken=${token}`,
      `/api/auth/me?%74%6F%6b%65%6E=${token}&x=1`,
      `/api/auth/me#token=${token}`,
      `/api/nothing?token=${token}`,
      `/api/%zz?token=${token}`,
      `/api/users?token=${token}`,
      `/api/users/abc?token=${token}&token=${token}`,
    ])
      await service.app.inject({ url })
    await service.app.inject({
      method: 'POST',
      url: `/api/auth/password?token=${token}`,
      payload: { old_password: 'secret one', new_password: 'secret two' },
    })
    await service.app.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } })
    await logIn('admin', 'a password that is wrong')
    const log = service.logLines.join('')
    expect(log).toContain('/api/auth/me?token=[hidden]')
    expect(log).toContain('page=1&token=[hidden]&x=2')
    expect(log).not.toContain(token)
    expect(log).not.toContain(token.split('.')[2])
    expect(log).not.toMatch(/secret one|secret two|a password that is wrong/)
  })
})

describe('refresh', () => {
  test('returns a new token; the old one is valid for requests in flight, for less than a minute', async () => {
    const account = await loggedIn()
    const { status, data } = await account.post('/api/auth/refresh')
    expect(status).toBe(200)
    expect(data).toEqual({ token: expect.any(String), expire: 7200 })
    expect(data.token).not.toBe(account.token)
    expect((await by(data.token).get('/api/auth/me')).data.id).toBe(account.id)
    expect((await account.get('/api/auth/me')).status).toBe(200)
    await ageSession(data.token, 60_000)
    expect((await account.get('/api/auth/me')).body.code).toBe(10001)
    expect((await account.post('/api/auth/refresh')).body.code).toBe(10001)
    expect((await by(data.token).get('/api/auth/me')).status).toBe(200)
  })

  test('twenty at once with the same token return tokens that all work', async () => {
    const account = await loggedIn()
    const answers = await Promise.all(Array.from({ length: 20 }, () => account.post('/api/auth/refresh')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    await ageSession(account.token, 60_000)
    for (const { data } of answers) expect((await by(data.token).get('/api/auth/me')).status).toBe(200)
    expect((await account.get('/api/auth/me')).status).toBe(401)
  })

  test('can be repeated', async () => {
    const account = await loggedIn()
    let { token } = account
    for (let round = 0; round < 5; round++) token = (await by(token).post('/api/auth/refresh')).data.token
    expect((await by(token).get('/api/auth/me')).data.id).toBe(account.id)
  })

  test('requires a session', async () => {
    expect((await anonymous.post('/api/auth/refresh')).status).toBe(401)
    const member = await service.newUser('member')
    const { data } = await member.post('/api/tokens', { name: 'program', scope: 'write' })
    expect((await by(data.token).post('/api/auth/refresh')).status).toBe(403)
    expect((await by(data.token).post('/api/auth/logout')).status).toBe(403)
  })
})

describe('logout', () => {
  test('ends this session immediately, with all its tokens, and no other', async () => {
    const account = await loggedIn()
    const second = (await logIn(account.username)).data.token
    const { data } = await account.post('/api/auth/refresh')
    const { status, body } = await account.post('/api/auth/logout')
    expect(status).toBe(200)
    expect(body).not.toHaveProperty('data')
    for (const token of [account.token, data.token])
      expect((await by(token).get('/api/auth/me')).body.code).toBe(10001)
    expect((await by(second).get('/api/auth/me')).status).toBe(200)
  })
})

describe('register', () => {
  const person = (name: string) => ({ username: name, password: PASSWORD, email: `${name}@example.com` })

  test('creates a member who can log in, whatever else is sent', async () => {
    const { status, data } = await anonymous.post('/api/auth/register', {
      ...person('newcomer'),
      nickname: '新人',
      role: 'admin',
      is_vip: 1,
      status: 0,
      id: 1,
    })
    expect(status).toBe(201)
    expect(data).toMatchObject({ username: 'newcomer', nickname: '新人', role: 'member', is_vip: 0 })
    expect((await logIn('newcomer')).data.user.id).toBe(data.id)
  })

  test('is rejected with 403 if the site does not allow it', async () => {
    const site = await service.newSite()
    await site.admin.put('/api/settings', { registration: 0 })
    expect((await site.anonymous.post('/api/auth/register', person('late'))).status).toBe(403)
    expect((await logIn('late')).body.code).toBe(10003)
  })

  test('ten at once with one name create one user', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        anonymous.post('/api/auth/register', { ...person('Racer'), email: `racer${index}@example.com` }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(422)])
    expect(answers.filter(({ errors }) => 'username' in errors)).toHaveLength(9)
  })

  const refusals = [
    ['the name is taken, in another case', { ...person('ADMIN'), email: 'free@example.com' }, 'username'],
    [
      'the name is taken, in wide letters',
      { ...person('ａｄｍｉｎ'), email: 'free@example.com' },
      'username',
    ],
    ['the e-mail is taken', { ...person('free'), email: 'Admin@LocalHost' }, 'email'],
    ['the name has an @', person('a@b'), 'username'],
    ['the name is short', person('a'), 'username'],
    ['the name is long', person('a'.repeat(51)), 'username'],
    ['the password is short', { ...person('free'), password: '1234567' }, 'password'],
    [
      'the password is short, however many bytes it has',
      { ...person('free'), password: '密码密码密码😀' },
      'password',
    ],
    ['the password is long', { ...person('free'), password: 'x'.repeat(129) }, 'password'],
    ['the e-mail is none', { ...person('free'), email: 'free' }, 'email'],
    ['the e-mail has a line break', { ...person('free'), email: 'a@b\r\nBcc: c@d' }, 'email'],
    ['the nickname is long', { ...person('free'), nickname: '名'.repeat(51) }, 'nickname'],
  ] as const
  for (const [when, body, field] of refusals)
    test(`is rejected with 422 on ${field} when ${when}`, async () => {
      const { status, errors } = await anonymous.post('/api/auth/register', body)
      expect(status).toBe(422)
      expect(Object.keys(errors)).toContain(field)
    })
})

describe('my profile', () => {
  test('can be changed by the user, except role, name, flags and password', async () => {
    const member = await service.newUser('member')
    const { status, data } = await member.put('/api/auth/me', {
      nickname: ' 新 ',
      email: 'changed@example.com',
      avatar: 'https://example.com/a.png',
      role: 'admin',
      username: 'other',
      is_vip: 1,
      password: 'something else',
      status: 0,
    })
    expect(status).toBe(200)
    expect(data).toMatchObject({
      nickname: '新',
      email: 'changed@example.com',
      role: 'member',
      is_vip: 0,
      status: 1,
    })
    expect(data.username).toBe(member.username)
    expect((await member.put('/api/auth/me', { email: 'admin@localhost' })).errors).toHaveProperty('email')
    expect((await member.put('/api/auth/me', { nickname: 5, email: 'x' })).status).toBe(422)
  })
})

describe('a change of password', () => {
  test('ends every other session, but not this one and no API token', async () => {
    const account = await loggedIn()
    const other = (await logIn(account.username)).data.token
    const program = (await account.post('/api/tokens', { name: 'program' })).data.token
    const { status, body } = await account.put('/api/auth/password', {
      old_password: PASSWORD,
      new_password: 'another long password',
    })
    expect(status).toBe(200)
    expect(body).not.toHaveProperty('data')
    expect((await by(other).get('/api/auth/me')).body.code).toBe(10001)
    expect((await account.get('/api/auth/me')).status).toBe(200)
    expect((await by(program).get('/api/auth/me')).status).toBe(200)
    expect((await logIn(account.username)).body.code).toBe(10004)
    expect((await logIn(account.username, 'another long password')).status).toBe(200)
  })

  test('requires the old one, and is blocked after ten wrong guesses', async () => {
    const account = await loggedIn()
    const change = (old_password: string, new_password = 'another long password') =>
      account.put('/api/auth/password', { old_password, new_password })
    expect((await change(PASSWORD, 'short')).errors).toHaveProperty('new_password')
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => change(`guess ${index}`)))
    expect(answers.filter(({ status, errors }) => status === 422 && 'old_password' in errors)).toHaveLength(
      10,
    )
    const refused = await change(PASSWORD)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await logIn(account.username)).status).toBe(200)
  })
})
