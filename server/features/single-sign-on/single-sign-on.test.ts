import { describe, expect, test, vi } from 'vitest'
import type { Answer, Client } from '../../test/client.ts'
import { startTestService, type TestUser } from '../../test/harness.ts'
import { startOpenIdProvider } from '../../test/openid-provider.ts'
import { factorsOf } from './single-sign-on.rules.ts'

const PUBLIC_URL = 'https://blog.example.com'
const client = { clientId: 'inkstone', clientSecret: 'a secret of the client' }
const provider = await startOpenIdProvider({ ...client, redirectUri: `${PUBLIC_URL}/api/auth/oidc/callback` })
const settings = {
  PUBLIC_URL,
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: client.clientId,
  OIDC_CLIENT_SECRET: client.clientSecret,
}
const service = await startTestService(settings)
const anyone = service.client()
const bare = await startTestService()
const lost = await startTestService({ ...settings, OIDC_ISSUER: 'http://127.0.0.1:9' })
const admin = await service.newUser('admin')

let made = 0
const person = (claims: object = {}) => {
  const name = `person${++made}`
  return {
    id: `sub-${name}`,
    email: `${name}@example.com`,
    become: () =>
      provider.become(`sub-${name}`, {
        preferred_username: name,
        name: `Person ${made}`,
        email: `${name}@example.com`,
        email_verified: true,
        ...claims,
      }),
  }
}

const cookieFrom = ({ headers }: Answer) => String(headers['set-cookie']).split(';')[0] ?? ''
const pathOf = (address: string) => address.slice(PUBLIC_URL.length)

/** The complete login of a browser: start, provider, callback. */
async function signOn(by: Client = anyone, query = '') {
  const start = await by.get(`/api/auth/oidc/start${query}`)
  expect(start.status).toBe(302)
  const cookie = cookieFrom(start)
  const back = await provider.visit(String(start.headers.location))
  return { back: pathOf(back), cookie, answer: await by.get(pathOf(back), { cookie }) }
}

describe('single sign-on', () => {
  test('uses PKCE, state and nonce, and binds the response to the browser', async () => {
    const { status, headers } = await anyone.get('/api/auth/oidc/start')
    expect(status).toBe(302)
    const { searchParams, origin } = new URL(String(headers.location))
    expect(origin).toBe(provider.issuer)
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'inkstone',
      redirect_uri: `${PUBLIC_URL}/api/auth/oidc/callback`,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(String(headers['set-cookie'])).toMatch(/; HttpOnly; SameSite=Lax; Secure$/)
    expect(String(headers['set-cookie'])).not.toContain(String(searchParams.get('state')))
  })

  test('creates an account for a new person with a verified address, and recognises it later', async () => {
    const someone = person()
    someone.become()
    const { answer } = await signOn()
    expect(answer.status).toBe(200)
    expect(answer.data).toMatchObject({ expire: 7200, user: { email: someone.email, role: 'member' } })
    expect(String(answer.headers['set-cookie'])).toContain('Max-Age=0')
    const me = await service.client({ token: answer.data.token }).get('/api/auth/me')
    expect(me.data.username).toMatch(/^person\d+$/)
    const again = (await signOn()).answer
    expect(again.data.user.id).toBe(answer.data.user.id)
    const login = await anyone.post('/api/auth/login', { username: someone.email, password: '' })
    expect(login.status).toBe(422)
    expect((await anyone.post('/api/auth/login', { username: someone.email, password: 'x' })).status).toBe(
      401,
    )
  })

  test('chooses another name if it is taken, and a valid one for an invalid one', async () => {
    const other = await service.newUser('member')
    person({ preferred_username: other.username }).become()
    expect((await signOn()).answer.data.user.username).toBe(`${other.username}-2`)
    person({ preferred_username: '<script>@evil' }).become()
    expect((await signOn()).answer.data.user.username).toMatch(/^script/)
  })

  test('redirects the browser to the requested path, with the token in the fragment', async () => {
    person().become()
    const { answer } = await signOn(anyone, '?return_to=/admin/articles%3Fpage%3D2')
    expect(answer.status).toBe(302)
    expect(answer.headers.location).toMatch(/^\/admin\/articles\?page=2#token=[\w.-]+&expire=7200$/)
  })

  test('redirects with the name of the problem if the login is rejected', async () => {
    person({ email_verified: false }).become()
    const { answer } = await signOn(anyone, '?return_to=/admin')
    expect([answer.status, answer.headers.location]).toEqual([302, '/admin#error=email-not-verified'])
    expect(String(answer.headers['set-cookie'])).toContain('Max-Age=0')
  })

  const elsewhere = ['//evil.example', 'https://evil.example', '/\\evil.example', 'admin', '/admin/a%23b']
  // These may redirect to another host, and the browser takes the token behind the # along.
  const redirecting = [
    '/favicon.ico',
    '/admin/../favicon.ico',
    '/admin/%252e%252e/favicon.ico',
    '/administration',
  ]
  for (const bad of [...elsewhere, ...redirecting])
    test(`does not redirect to ${bad}`, async () => {
      const { status, errors } = await anyone.get(`/api/auth/oidc/start?return_to=${bad}`)
      expect([status, Object.keys(errors)]).toEqual([400, ['return_to']])
    })

  test('an unverified address is 403', async () => {
    person({ email_verified: false }).become()
    const { answer } = await signOn()
    expect([answer.status, answer.body.message]).toEqual([
      403,
      'The provider has not verified your e-mail address.',
    ])
  })

  test('an account with a password is not taken over; its owner can link it when signed in', async () => {
    const someone = person()
    const fields = { username: `owner-${made}`, password: 'long enough words', email: someone.email }
    await admin.post('/api/users', fields)
    someone.become()
    expect((await signOn()).answer.status).toBe(403)
    const { data } = await anyone.post('/api/auth/login', fields)
    const owner = service.client({ token: data.token })
    const asked = await owner.post('/api/auth/oidc/link', {})
    expect(asked.status).toBe(200)
    const back = pathOf(await provider.visit(asked.data.url))
    const linked = await anyone.get(back, { cookie: cookieFrom(asked) })
    expect([linked.status, linked.data.user.id]).toEqual([200, data.user.id])
    expect((await signOn()).answer.data.user.id).toBe(data.user.id)

    expect((await owner.delete('/api/auth/oidc/link')).status).toBe(200)
    expect((await signOn()).answer.status).toBe(403)
  })

  const endings: ReadonlyArray<readonly [string, (owner: TestUser) => Promise<unknown>]> = [
    ['was ended by its owner', (owner) => owner.post('/api/auth/logout')],
    [
      'ended with a new password',
      (owner) => admin.put(`/api/users/${owner.id}`, { password: 'a new one, long' }),
    ],
    ['ended with the account', (owner) => admin.put(`/api/users/${owner.id}`, { status: 0 })],
  ]
  for (const [what, end] of endings)
    test(`linking is rejected if the session in which it was requested ${what}`, async () => {
      person().become()
      const owner = await service.newUser('member')
      const asked = await owner.post('/api/auth/oidc/link', {})
      const back = pathOf(await provider.visit(asked.data.url))
      await end(owner)
      const late = await anyone.get(back, { cookie: cookieFrom(asked) })
      expect([late.status, late.body.error]).toEqual([401, 'single-sign-on-refused'])
      expect((await signOn()).answer.data.user.id).not.toBe(owner.id)
    })

  test('an invited account is linked by its address in any case, but not by a look-alike of it', async () => {
    const someone = person()
    const fields = { username: `invited-${made}`, email: someone.email }
    const { data: invited } = await admin.post('/api/users', fields)
    const [name = '', domain = ''] = someone.email.split('@')
    person({ email: `${String.fromCodePoint(0xff50)}${name.slice(1)}@${domain}` }).become()
    const lookAlike = (await signOn()).answer
    expect([lookAlike.status, lookAlike.body.error]).toEqual([403, 'link-first'])
    expect((await admin.get(`/api/users/${invited.id}`)).data).toMatchObject({
      invited: 1,
      last_login_time: null,
    })
    person({ email: someone.email.toUpperCase() }).become()
    const { token, user } = (await signOn()).answer.data
    expect(user.id).toBe(invited.id)
    expect((await admin.get(`/api/users/${invited.id}`)).data).toMatchObject({
      invited: 0,
      last_login_time: expect.any(String),
    })
    const late = await anyone.post('/api/auth/password/reset', {
      token: invited.token,
      password: 'by the old link',
    })
    expect([late.status, Object.keys(late.errors)]).toEqual([422, ['token']])
    expect((await service.client({ token }).get('/api/auth/me')).status).toBe(200)
  })

  test('a second provider account with the same address does not open the account of the first', async () => {
    const first = person()
    first.become()
    const { user, token } = (await signOn()).answer.data
    const second = person({ email: first.email })
    second.become()
    const refused = (await signOn()).answer
    expect([refused.status, refused.body.error]).toEqual([403, 'link-first'])
    first.become()
    expect((await signOn()).answer.data.user.id).toBe(user.id)
    // The user may link it.
    second.become()
    const asked = await service.client({ token }).post('/api/auth/oidc/link', {})
    const back = pathOf(await provider.visit(asked.data.url))
    expect((await anyone.get(back, { cookie: cookieFrom(asked) })).status).toBe(200)
    expect((await signOn()).answer.data.user.id).toBe(user.id)
  })

  test('of two provider accounts with the address of an invited user, at once, one is linked', async () => {
    const invited = person()
    await admin.post('/api/users', { username: `invited-${made}`, email: invited.email })
    const starts: { start: Answer; back: string }[] = []
    for (const someone of [invited, person({ email: invited.email })]) {
      someone.become()
      const start = await anyone.get('/api/auth/oidc/start')
      starts.push({ start, back: await provider.visit(String(start.headers.location)) })
    }
    const answers = await Promise.all(
      starts.map(({ start, back }) => anyone.get(pathOf(back), { cookie: cookieFrom(start) })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
  })

  test('a provider account belongs to one user; a user without a password cannot unlink it', async () => {
    person().become()
    const first = (await signOn()).answer
    const other = await service.newUser('member')
    const asked = await other.post('/api/auth/oidc/link', {})
    const back = pathOf(await provider.visit(asked.data.url))
    expect((await anyone.get(back, { cookie: cookieFrom(asked) })).status).toBe(409)
    const owner = service.client({ token: first.data.token })
    expect((await owner.delete('/api/auth/oidc/link')).status).toBe(422)
  })

  test('says that the token only sets up a second factor, where one is required', async () => {
    const staff = person()
    await admin.post('/api/users', { username: `staff-${made}`, email: staff.email, role: 'editor' })
    staff.become()
    expect((await signOn()).answer.data).not.toHaveProperty('second_factor_required')
    const site = await service.newSite()
    await site.admin.put('/api/settings', { second_factor: 'required_for_staff' })
    const { data } = (await signOn(site.anonymous)).answer
    expect(data.second_factor_required).toBe(1)
    const here = service.client({ token: data.token, siteId: site.id })
    expect((await here.get('/api/auth/me')).body.error).toBe('second-factor-required')
    person().become()
    expect((await signOn(site.anonymous)).answer.data).not.toHaveProperty('second_factor_required')
  })

  test('unlinking restricts sessions that the provider vouched for, where a second factor is required', async () => {
    const site = await service.newSite()
    await site.admin.put('/api/settings', { second_factor: 'required_for_staff' })
    const account = { username: 'unlinks', password: 'long enough' }
    const { data: user } = await admin.post('/api/users', {
      ...account,
      email: 'unlinks@example.com',
      role: 'editor',
    })
    const owner = service.client({ token: (await anyone.post('/api/auth/login', account)).data.token })
    person().become()
    const asked = await owner.post('/api/auth/oidc/link', {})
    const back = pathOf(await provider.visit(asked.data.url))
    const { data } = await anyone.get(back, { cookie: cookieFrom(asked) })
    // As after a login whose ID token contains `amr: mfa`.
    await service.engine.transact((tx) =>
      tx.updateTable('sessions').set({ factors: 2 }).where('user_id', '=', user.id).execute(),
    )
    const here = service.client({ token: data.token, siteId: site.id })
    expect((await here.get('/api/auth/me')).status).toBe(200)
    expect((await owner.delete('/api/auth/oidc/link')).status).toBe(200)
    expect((await here.get('/api/auth/me')).body.error).toBe('second-factor-required')
  })

  test('a disabled user is 403; after a deletion the same person gets a new account', async () => {
    person().become()
    const { data } = (await signOn()).answer
    await admin.put(`/api/users/${data.user.id}`, { status: 0 })
    expect((await signOn()).answer.status).toBe(403)
    await admin.delete(`/api/users/${data.user.id}`)
    const again = (await signOn()).answer
    expect(again.status).toBe(200)
    expect(again.data.user.id).not.toBe(data.user.id)
  })

  test('new people are rejected if registration is closed', async () => {
    await admin.put('/api/settings', { registration: 0 })
    person().become()
    expect((await signOn()).answer.status).toBe(403)
    await admin.put('/api/settings', { registration: 1 })
    expect((await signOn()).answer.status).toBe(200)
  })

  const refused: ReadonlyArray<readonly [string, (back: string, cookie: string) => [string, string]]> = [
    ['without its cookie', (back) => [back, '']],
    ['with a cookie that was made up', (back) => [back, 'inkstone_sign_in=v1.AAAA']],
    ['with another state', (back, cookie) => [back.replace(/state=[\w-]+/, 'state=other'), cookie]],
    ['with another code', (back, cookie) => [back.replace(/code=[\w-]+/, 'code=other'), cookie]],
    ['without anything', (_, cookie) => ['/api/auth/oidc/callback', cookie]],
    [
      'from another provider',
      (back, cookie) => [back.replace(/iss=[^&]+/, 'iss=https://evil.example'), cookie],
    ],
  ]
  for (const [what, change] of refused)
    test(`a response ${what} is 401`, async () => {
      person().become()
      const start = await anyone.get('/api/auth/oidc/start')
      const back = pathOf(await provider.visit(String(start.headers.location)))
      const [path, cookie] = change(back, cookieFrom(start))
      expect((await anyone.get(path, cookie === '' ? {} : { cookie })).status).toBe(401)
    })

  test('a response works once, and only in the browser that started', async () => {
    person().become()
    const { back, cookie, answer } = await signOn()
    expect(answer.status).toBe(200)
    expect((await anyone.get(back, { cookie })).status).toBe(401)
    const [mine, theirs] = [
      await anyone.get('/api/auth/oidc/start'),
      await anyone.get('/api/auth/oidc/start'),
    ]
    const stolen = pathOf(await provider.visit(String(theirs.headers.location)))
    expect((await anyone.get(stolen, { cookie: cookieFrom(mine) })).status).toBe(401)
  })

  test('a response after ten minutes is rejected', async () => {
    person().become()
    const start = await anyone.get('/api/auth/oidc/start')
    const back = pathOf(await provider.visit(String(start.headers.location)))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 + 1 })
    try {
      expect((await anyone.get(back, { cookie: cookieFrom(start) })).status).toBe(401)
    } finally {
      vi.useRealTimers()
    }
  })

  for (const [seconds, status] of [
    [-30, 200],
    [30, 200],
    // Its ID tokens are valid for ten minutes, so those of a clock that is further behind are expired.
    [-700, 401],
  ] as const)
    test(`a provider whose clock is ${seconds} seconds off is ${status}`, async () => {
      person().become()
      provider.setClock(seconds)
      try {
        const { answer } = await signOn()
        expect(answer.status).toBe(status)
        if (status === 401) expect(answer.body).toMatchObject({ error: 'single-sign-on-refused' })
      } finally {
        provider.setClock(0)
      }
    })

  // A provider that sees a code twice revokes its tokens, so the first request may fail as well.
  test('at most one of two simultaneous responses logs in', async () => {
    person().become()
    const start = await anyone.get('/api/auth/oidc/start')
    const back = pathOf(await provider.visit(String(start.headers.location)))
    const finish = () => anyone.get(back, { cookie: cookieFrom(start) })
    const answers = await Promise.all([finish(), finish()])
    const letIn = answers.filter(({ status }) => status === 200)
    expect(letIn.length).toBeLessThanOrEqual(1)
    for (const { status } of answers) expect([200, 401]).toContain(status)
  })

  test('two simultaneous first logins of a person, from two browsers, lead to one account', async () => {
    person().become()
    const starts = [await anyone.get('/api/auth/oidc/start'), await anyone.get('/api/auth/oidc/start')]
    const backs = await Promise.all(starts.map(({ headers }) => provider.visit(String(headers.location))))
    const answers = await Promise.all(
      backs.map((back, at) => {
        const start = starts[at]
        return anyone.get(pathOf(back), { cookie: start ? cookieFrom(start) : '' })
      }),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(new Set(answers.map(({ data }) => data.user.id)).size).toBe(1)
  })

  test('of two users who link one provider account at once, one succeeds', async () => {
    person().become()
    const users = [await service.newUser('member'), await service.newUser('member')]
    const asked = await Promise.all(users.map((user) => user.post('/api/auth/oidc/link', {})))
    const backs = await Promise.all(asked.map(({ data }) => provider.visit(data.url)))
    const answers = await Promise.all(
      asked.map((one, at) => anyone.get(pathOf(backs[at] ?? ''), { cookie: cookieFrom(one) })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const linked = await Promise.all(users.map(async (user) => (await user.get('/api/auth/me')).data.linked))
    expect(linked.sort()).toEqual([0, 1])
  })

  test('an account with a second factor needs no code at login, but for sensitive actions', async () => {
    const someone = person()
    someone.become()
    const { data } = (await signOn()).answer
    await service.engine.transact((tx) =>
      tx.updateTable('users').set({ second_factor_at: tx.now }).where('id', '=', data.user.id).execute(),
    )
    const again = (await signOn()).answer
    expect(again.status).toBe(200)
    const own = service.client({ token: again.data.token })
    expect((await own.get('/api/auth/me')).status).toBe(200)
    expect((await own.post('/api/tokens', { name: 'p' })).body.error).toBe('second-factor-again')
  })

  test('the factors reported by the provider count', () => {
    expect(factorsOf({ sub: 'x', amr: ['pwd', 'mfa'] })).toBe(2)
    for (const amr of [undefined, null, 'mfa', [], ['pwd'], ['MFA'], [['mfa']]])
      expect(factorsOf({ sub: 'x', amr })).toBe(1)
  })

  test('cancelling at the provider is 401', async () => {
    provider.become('')
    expect((await signOn()).answer.status).toBe(401)
  })

  test('without a provider it is 404', async () => {
    for (const path of ['/api/auth/oidc/start', '/api/auth/oidc/callback'])
      expect((await bare.client().get(path)).status).toBe(404)
  })

  test('an unavailable provider is 503, and is tried again the next time', async () => {
    expect((await lost.client().get('/api/auth/oidc/start')).status).toBe(503)
    expect((await lost.client().get('/api/auth/oidc/start')).status).toBe(503)
  })
})

describe('a claim that determines roles', async () => {
  const mapped = await startTestService({
    ...settings,
    OIDC_ROLE_CLAIM: 'groups',
    OIDC_ROLE_MAP: 'chiefs=admin, writers=editor, desk=auditor',
  })
  const root = await mapped.newUser('admin')

  const rows: ReadonlyArray<readonly [unknown, string]> = [
    [['writers'], 'editor'],
    [['writers', 'desk', 'others'], 'auditor'],
    ['chiefs', 'admin'],
    [['others'], 'member'],
    [undefined, 'member'],
    [[{ name: 'chiefs' }, 7, null], 'member'],
  ]
  for (const [groups, role] of rows)
    test(`${JSON.stringify(groups)} is ${role}`, async () => {
      person({ groups }).become()
      expect((await signOn(mapped.client())).answer.data.user.role).toBe(role)
    })

  test('applies at each login, and allows login even if registration is closed', async () => {
    await root.put('/api/settings', { registration: 0 })
    const someone = person({ groups: ['writers'] })
    someone.become()
    const { data } = (await signOn(mapped.client())).answer
    expect(data.user.role).toBe('editor')
    provider.become(someone.id, { email: someone.email, email_verified: true, groups: [] })
    expect((await signOn(mapped.client())).answer.data.user.role).toBe('member')
    const { list } = (await root.get(`/api/audit-log?target_type=user&target_id=${data.user.id}`)).data
    expect(list[0]).toMatchObject({ before: { role: 'editor' }, after: { role: 'member' } })
    person({ groups: [] }).become()
    expect((await signOn(mapped.client())).answer.status).toBe(403)
  })
})
