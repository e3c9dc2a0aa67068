import { describe, expect, test } from 'vitest'
import { runCommandLine } from '../../cli/command-line.ts'
import type { Answer, Client } from '../../test/client.ts'
import { startTestService } from '../../test/harness.ts'
import { codeOf, startOfStep } from '../../test/totp.ts'

const service = await startTestService()
const admin = await service.newUser('admin')
const anonymous = service.client()

const PASSWORD = 'correct horse battery'
let made = 0
async function loggedIn(fields: object = {}) {
  const username = `factor-${++made}`
  const { data } = await admin.post('/api/users', {
    username,
    email: `${username}@example.com`,
    password: PASSWORD,
    ...fields,
  })
  const { token } = (await logIn(username)).data
  return { id: data.id as number, username, token: token as string, ...service.client({ token }) }
}
const logIn = (username: string, otp?: string, password = PASSWORD) =>
  anonymous.post('/api/auth/login', { username, password, ...(otp !== undefined && { otp }) })

/** Turned on with the code of the previous step, so that the current and next ones are unused. */
async function withFactor(fields: object = {}) {
  const account = await loggedIn(fields)
  const { data } = await account.post('/api/auth/second-factor')
  const confirmed = await account.post('/api/auth/second-factor/confirm', { code: codeOf(data.secret, -1) })
  return { ...account, secret: data.secret as string, codes: confirmed.data.recovery_codes as string[] }
}
const wrongFor = (secret: string) => {
  const right = [-1, 0, 1, 2].map((steps) => codeOf(secret, steps))
  return ['000000', '111111', '222222', '333333', '444444'].find((code) => !right.includes(code)) ?? ''
}

describe('a second factor', () => {
  test('is set up, confirmed and then required at login', async () => {
    const account = await loggedIn()
    const { status, data } = await account.post('/api/auth/second-factor')
    expect(status).toBe(200)
    expect(data.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(data.url).toContain(`otpauth://totp/`)
    expect(data.url).toContain(`secret=${data.secret}`)
    expect(Buffer.from(data.image.replace('data:image/svg+xml;base64,', ''), 'base64').toString()).toMatch(
      /^<svg/,
    )
    expect((await logIn(account.username)).status).toBe(200)
    expect(
      (await account.post('/api/auth/second-factor/confirm', { code: wrongFor(data.secret) })).errors,
    ).toHaveProperty('code')
    const confirmed = await account.post('/api/auth/second-factor/confirm', { code: codeOf(data.secret, -1) })
    expect(confirmed.data.recovery_codes).toHaveLength(10)
    expect(new Set(confirmed.data.recovery_codes).size).toBe(10)
    expect((await account.get('/api/auth/me')).data.second_factor).toBe(1)
    expect((await account.post('/api/auth/second-factor')).status).toBe(409)
    expect((await account.post('/api/auth/second-factor/confirm', { code: '123456' })).status).toBe(409)

    const without = await logIn(account.username)
    expect([without.status, without.body.code, without.data]).toEqual([401, 10005, undefined])
    const wrong = await logIn(account.username, wrongFor(data.secret))
    expect([wrong.status, wrong.body.code, wrong.data]).toEqual([401, 10006, undefined])
    expect((await logIn(account.username, '123456', 'wrong password')).body.code).toBe(10004)
    expect((await logIn(account.username, codeOf(data.secret))).status).toBe(200)
  })

  test('accepts each code once, within 30 seconds of clock difference, in any format', async () => {
    await startOfStep()
    const { username, secret } = await withFactor()
    expect((await logIn(username, codeOf(secret, -1))).body.code).toBe(10006)
    const now = codeOf(secret)
    expect((await logIn(username, `${now.slice(0, 3)} ${now.slice(3)}`)).status).toBe(200)
    expect((await logIn(username, now)).body.code).toBe(10006)
    expect((await logIn(username, codeOf(secret, 1))).status).toBe(200)
    expect((await logIn(username, codeOf(secret, 3))).body.code).toBe(10006)
  })

  test('only one of four simultaneous uses of a code succeeds', async () => {
    const { username, secret } = await withFactor()
    const otp = codeOf(secret)
    const answers = await Promise.all(Array.from({ length: 4 }, () => logIn(username, otp)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
  })

  test('accepts a recovery code instead, each once', async () => {
    const { username, codes } = await withFactor()
    const [first = '', second = ''] = codes
    const answers = await Promise.all([logIn(username, first), logIn(username, first)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    expect((await logIn(username, ` ${second.toUpperCase()} `)).status).toBe(200)
    expect((await logIn(username, second)).body.code).toBe(10006)
  })

  test('after five wrong codes is rejected with 429, even with a right code, from any address', async () => {
    const { username, secret, codes } = await withFactor()
    const wrong = wrongFor(secret)
    const answers = await Promise.all(Array.from({ length: 8 }, () => logIn(username, wrong)))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
    for (const otp of [codeOf(secret), codes[0]]) {
      const { status, headers } = await logIn(username, otp)
      expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true])
    }
    const { statusCode } = await service.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress: '192.0.2.77',
      payload: { username, password: PASSWORD, otp: codeOf(secret) },
    })
    expect(statusCode).toBe(429)
  })

  test('is turned off with a code, and the database contains no readable secret', async () => {
    const account = await withFactor()
    const kept = await service.engine.db
      .selectFrom('second_factors')
      .selectAll()
      .where('user_id', '=', account.id)
      .executeTakeFirstOrThrow()
    expect(kept.secret).toMatch(/^v1\./)
    const hashes = await service.engine.db
      .selectFrom('recovery_codes')
      .selectAll()
      .where('user_id', '=', account.id)
      .execute()
    for (const { code_hash } of hashes) expect(code_hash).toMatch(/^[0-9a-f]{64}$/)
    expect((await account.delete('/api/auth/second-factor', { code: wrongFor(account.secret) })).status).toBe(
      422,
    )
    expect((await account.delete('/api/auth/second-factor', { code: codeOf(account.secret) })).status).toBe(
      200,
    )
    expect((await logIn(account.username)).status).toBe(200)
    expect((await account.delete('/api/auth/second-factor', { code: account.codes[0] })).status).toBe(409)
    expect((await account.post('/api/auth/second-factor')).status).toBe(200)
  })

  test('does not affect API tokens, which cannot manage it', async () => {
    const account = await loggedIn()
    const program = (await account.post('/api/tokens', { name: 'p', scope: 'write' })).data.token
    const { data } = await account.post('/api/auth/second-factor')
    await account.post('/api/auth/second-factor/confirm', { code: codeOf(data.secret) })
    const client = service.client({ token: program })
    expect((await client.get('/api/auth/me')).status).toBe(200)
    expect((await client.post('/api/auth/second-factor')).status).toBe(403)
    expect((await client.post('/api/auth/second-factor/confirm', { code: '123456' })).status).toBe(403)
    expect((await client.delete('/api/auth/second-factor', { code: '123456' })).status).toBe(403)
  })

  test('can be reset from the command line', async () => {
    const account = await withFactor()
    const run = async (name: string) => {
      let printed = ''
      const status = await runCommandLine(['user', 'reset-second-factor', name], {
        environment: {
          DATA_DIR: service.config.dataDir,
          ...(service.config.databaseUrl && { DATABASE_URL: service.config.databaseUrl }),
        },
        workingDir: service.folder,
        print: (text) => {
          printed += text
        },
        complain: (text) => {
          printed += text
        },
      })
      return { status, printed }
    }
    expect(await run(account.username)).toMatchObject({
      status: 0,
      printed: expect.stringContaining('turned off'),
    })
    expect((await logIn(account.username)).status).toBe(200)
    expect(await run('nobody-of-this-name')).toMatchObject({ status: 1 })
  })

  const refusals = [
    [{}],
    [{ code: '' }],
    [{ code: 123456 }],
    [{ code: null }],
    [{ code: 'x'.repeat(51) }],
  ] as const
  test.for(refusals)('%j is not a valid code: 422', async ([body]) => {
    const account = await loggedIn()
    await account.post('/api/auth/second-factor')
    expect((await account.post('/api/auth/second-factor/confirm', body)).errors).toHaveProperty('code')
    expect((await account.delete('/api/auth/second-factor', body)).errors).toHaveProperty('code')
  })
})

describe('a site', () => {
  test('that requires it for staff allows users without one only to set it up', async () => {
    const site = await service.newSite()
    await site.admin.put('/api/settings', { public_read: 1, second_factor: 'required_for_staff' })
    const account = await loggedIn({ role: 'editor' })
    const there = { 'x-site': String(site.id) }
    const login = await anonymous.post(
      '/api/auth/login',
      { username: account.username, password: PASSWORD },
      there,
    )
    expect([login.status, login.data.second_factor_required]).toEqual([200, 1])
    const own = service.client({ token: login.data.token, siteId: site.id })
    for (const path of ['/api/articles', '/api/auth/me', '/api/auth/sessions', '/api/media', '/api/tags']) {
      const { status, body } = await own.get(path)
      expect([path, status, body.message]).toEqual([path, 403, expect.stringContaining('two-factor')])
    }
    expect((await own.post('/api/tokens', { name: 'p' })).status).toBe(403)
    expect((await own.post('/api/auth/refresh')).status).toBe(200)
    const { data } = await own.post('/api/auth/second-factor')
    expect((await own.post('/api/auth/second-factor/confirm', { code: codeOf(data.secret) })).status).toBe(
      200,
    )
    expect((await own.get('/api/auth/me')).status).toBe(200)
    const member = await site.user('member')
    expect((await member.get('/api/auth/me')).status).toBe(200)
  })

  test('that is the first one requires it of roles for all sites everywhere, and each login says so', async () => {
    const site = await service.newSite()
    const account = await loggedIn({ role: 'editor' })
    const member = await loggedIn()
    const local = await loggedIn()
    await admin.put(`/api/users/${local.id}/sites`, [{ site_id: site.id, role: 'editor' }])
    const flagOf = async (username: string) => {
      const { data } = await site.anonymous.post('/api/auth/login', { username, password: PASSWORD })
      const { body } = await service.client({ token: data.token, siteId: site.id }).get('/api/auth/me')
      return [data.second_factor_required, body.error]
    }
    expect(await flagOf(account.username)).toEqual([undefined, undefined])
    await site.admin.put('/api/settings', { second_factor: 'required_for_staff' }, { 'x-site': '1' })
    try {
      expect(await flagOf(account.username)).toEqual([1, 'second-factor-required'])
      for (const { username } of [member, local])
        expect(await flagOf(username)).toEqual([undefined, undefined])
    } finally {
      await service.engine.transact((tx) =>
        tx.updateTable('sites').set({ settings: '{}' }).where('id', '=', 1).execute(),
      )
    }
  })

  const losses: ReadonlyArray<
    readonly [string, (account: Awaited<ReturnType<typeof withFactor>>) => Promise<Answer>]
  > = [
    ['by its user', (account) => account.delete('/api/auth/second-factor', { code: account.codes[0] })],
    ['by an administrator', ({ id }) => admin.delete(`/api/users/${id}/second-factor`)],
  ]
  test.for(losses)(
    'that requires it restricts sessions opened with one that is turned off %s',
    async ([, lose]) => {
      const site = await service.newSite()
      const account = await withFactor({ role: 'editor' })
      const { token } = (await logIn(account.username, codeOf(account.secret))).data
      const here = service.client({ token, siteId: site.id })
      const elsewhere = service.client({ token })
      await site.admin.put('/api/settings', { second_factor: 'required_for_staff' })
      expect((await here.get('/api/auth/me')).status).toBe(200)
      expect((await lose(account)).status).toBe(200)
      for (const send of [
        () => here.get('/api/auth/me'),
        () => here.post('/api/tags', { name: 'by stealth' }),
      ])
        expect((await send()).body.error).toBe('second-factor-required')
      expect((await elsewhere.get('/api/auth/me')).status).toBe(200)
      const refreshed = service.client({
        token: (await here.post('/api/auth/refresh')).data.token,
        siteId: site.id,
      })
      expect((await refreshed.get('/api/auth/me')).body.error).toBe('second-factor-required')
      const { data } = await refreshed.post('/api/auth/second-factor')
      const code = codeOf(data.secret)
      expect((await refreshed.post('/api/auth/second-factor/confirm', { code })).status).toBe(200)
      expect((await refreshed.get('/api/auth/me')).status).toBe(200)
    },
  )

  test('that does not offer it rejects the set-up, but still requires existing ones', async () => {
    const site = await service.newSite()
    await site.admin.put('/api/settings', { second_factor: 'off' })
    const person = await site.user('member')
    expect((await person.post('/api/auth/second-factor')).status).toBe(403)
    const begun = await service.newUser('member')
    const { data } = await begun.post('/api/auth/second-factor')
    const late = await service
      .client({ token: begun.token, siteId: site.id })
      .post('/api/auth/second-factor/confirm', { code: codeOf(data.secret) })
    expect([late.status, late.body.error]).toEqual([403, 'second-factor-off'])
    expect((await begun.get('/api/auth/me')).data.second_factor).toBe(0)
    const account = await withFactor()
    const { body } = await site.anonymous.post('/api/auth/login', {
      username: account.username,
      password: PASSWORD,
    })
    expect(body.code).toBe(10005)
    expect((await site.admin.put('/api/settings', { second_factor: 'maybe' })).errors).toHaveProperty(
      'second_factor',
    )
  })
})

describe('sensitive actions', () => {
  const later = (userId: number) =>
    service.engine.transact((tx) =>
      tx
        .updateTable('sessions')
        .set(({ eb }) => ({ confirmed_at: eb('confirmed_at', '-', 10 * 60_000 + 1) }))
        .where('user_id', '=', userId)
        .execute(),
    )
  const sensitive: ReadonlyArray<readonly [string, (by: Client) => Promise<Answer>]> = [
    ['a role', (by) => by.put(`/api/users/${admin.id}`, { nickname: 'Root' })],
    ['a role on a site', (by) => by.put(`/api/users/${admin.id}/sites`, [])],
    ['a new user', (by) => by.post('/api/users', { username: '', email: '' })],
    ['a deleted user', (by) => by.delete('/api/users/999999')],
    ['a link', (by) => by.post('/api/users/999999/reset-link')],
    ['an invitation', (by) => by.post('/api/users/999999/invite')],
    ['the factor of another', (by) => by.delete('/api/users/999999/second-factor')],
    ['a member', (by) => by.post('/api/members', { user: 'x', role: 'king' })],
    ['a member who goes', (by) => by.delete('/api/members/999999')],
    ['a passkey', (by) => by.post('/api/auth/passkeys/options')],
    ['a passkey that goes', (by) => by.delete('/api/auth/passkeys/999999')],
    ['the link with the provider', (by) => by.delete('/api/auth/oidc/link')],
    ['a token', (by) => by.post('/api/tokens', { name: '' })],
    ['an erased person', (by) => by.post('/api/personal-data/erase', { person: 'nobody-at-all' })],
  ]

  test('require the second factor again after ten minutes, from users who have one', async () => {
    const plain = await loggedIn({ role: 'admin' })
    const account = await withFactor({ role: 'admin' })
    const asked = async (by: Client) => {
      const names = []
      for (const [name, act] of sensitive)
        if ((await act(by)).body.error === 'second-factor-again') names.push(name)
      return names
    }
    expect(await asked(plain)).toEqual([])
    expect(await asked(account)).toEqual([])
    await later(account.id)
    expect(await asked(account)).toEqual(sensitive.map(([name]) => name))
    const refused = await account.post('/api/tokens', { name: 'p' })
    expect([refused.status, refused.data]).toEqual([403, undefined])
    expect((await account.get('/api/users')).status).toBe(200)
    const check = (code: unknown) => account.post('/api/auth/second-factor/check', { code })
    for (const code of [undefined, null, '', 5, 'x'.repeat(51), wrongFor(account.secret)])
      expect((await check(code)).errors).toHaveProperty('code')
    expect(await asked(account)).toEqual(sensitive.map(([name]) => name))
    const code = codeOf(account.secret)
    const answers = await Promise.all([check(code), check(code)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    expect((await account.post('/api/tokens', { name: 'p' })).status).toBe(201)
    expect(await asked(account)).toEqual([])
  })

  test('are confirmed per session; a login with a code counts', async () => {
    const account = await loggedIn()
    const other = service.client({ token: (await logIn(account.username)).data.token })
    const { data } = await account.post('/api/auth/second-factor')
    await account.post('/api/auth/second-factor/confirm', { code: codeOf(data.secret, -1) })
    expect((await account.post('/api/tokens', { name: 'p' })).status).toBe(201)
    expect((await other.post('/api/tokens', { name: 'p' })).body.error).toBe('second-factor-again')
    const fresh = (await logIn(account.username, codeOf(data.secret))).data.token
    expect((await service.client({ token: fresh }).post('/api/tokens', { name: 'p' })).status).toBe(201)
  })

  test('after five wrong codes the check is 429 too, and without a factor 409', async () => {
    const account = await withFactor()
    const wrong = wrongFor(account.secret)
    for (let turn = 0; turn < 5; turn++)
      expect((await account.post('/api/auth/second-factor/check', { code: wrong })).status).toBe(422)
    expect(
      (await account.post('/api/auth/second-factor/check', { code: codeOf(account.secret) })).status,
    ).toBe(429)
    const plain = await loggedIn()
    expect((await plain.post('/api/auth/second-factor/check', { code: '123456' })).status).toBe(409)
  })

  test('do not require it from API tokens', async () => {
    const account = await withFactor({ role: 'admin' })
    const { token } = (await account.post('/api/tokens', { name: 'p', scope: 'write' })).data
    await later(account.id)
    const program = service.client({ token })
    expect((await program.put(`/api/users/${account.id}`, { nickname: 'N' })).status).toBe(200)
  })
})

describe('an administrator', () => {
  test('turns off the second factor of another user, which is logged', async () => {
    const account = await withFactor()
    const reset = () => admin.delete(`/api/users/${account.id}/second-factor`)
    expect((await reset()).status).toBe(200)
    expect((await reset()).status).toBe(200)
    expect((await logIn(account.username)).status).toBe(200)
    const { list } = (await admin.get(`/api/audit-log?target_type=user&target_id=${account.id}`)).data
    const resets = list.filter(({ action }: { action: string }) => action === 'second-factor.reset')
    expect(resets).toMatchObject([{ user: { id: admin.id } }])
  })

  test('cannot turn off their own, and no one else can at all', async () => {
    const account = await withFactor({ role: 'admin' })
    const own = await account.delete(`/api/users/${account.id}/second-factor`)
    expect([own.status, own.body.error]).toEqual([403, 'forbidden'])
    const auditor = await service.newUser('auditor')
    expect((await auditor.delete(`/api/users/${account.id}/second-factor`)).status).toBe(403)
    expect((await anonymous.delete(`/api/users/${account.id}/second-factor`)).status).toBe(401)
    expect((await admin.delete('/api/users/999999/second-factor')).status).toBe(404)
    const { token } = (await admin.post('/api/tokens', { name: 'p', scope: 'write' })).data
    expect((await service.client({ token }).delete(`/api/users/${account.id}/second-factor`)).status).toBe(
      403,
    )
    expect((await logIn(account.username)).body.code).toBe(10005)
  })
})
