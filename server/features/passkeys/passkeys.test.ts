import { describe, expect, test, vi } from 'vitest'
import { createAuthenticator, type Trait } from '../../test/authenticator.ts'
import { startTestService, type TestUser } from '../../test/harness.ts'

const ORIGIN = 'https://blog.example.com'
const service = await startTestService({ PUBLIC_URL: ORIGIN })
const anyone = service.client()
const bare = await startTestService()

async function register(user: TestUser, authenticator = createAuthenticator(ORIGIN), name?: string) {
  const { data: options } = await user.post('/api/auth/passkeys/options')
  const made = authenticator.create(options)
  const answer = await user.post('/api/auth/passkeys', { ...made, ...(name && { name }) })
  return { ...answer, authenticator, made }
}

async function logIn(authenticator: ReturnType<typeof createAuthenticator>, trait: Trait = {}) {
  const { data: options } = await anyone.post('/api/auth/passkey-login/options')
  return anyone.post('/api/auth/passkey-login', authenticator.get(options, trait))
}

describe('a passkey', () => {
  test('is registered, listed, used to log in, renamed and removed', async () => {
    const user = await service.newUser('editor')
    const { data: options } = await user.post('/api/auth/passkeys/options')
    expect(options).toMatchObject({
      rp: { id: 'blog.example.com' },
      user: { name: user.username },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    })
    const { status, data, authenticator } = await register(user, undefined, ' Phone ')
    expect([status, data.name, data.last_used_time]).toEqual([201, 'Phone', null])
    expect((await user.get('/api/auth/passkeys')).data).toEqual([data])

    const login = await logIn(authenticator)
    expect(login.status).toBe(200)
    expect(login.data).toEqual({
      token: expect.any(String),
      expire: 7200,
      user: expect.objectContaining({ id: user.id, username: user.username, role: 'editor' }),
    })
    const signedIn = service.client({ token: login.data.token })
    expect((await signedIn.get('/api/auth/me')).data.id).toBe(user.id)
    expect((await user.get('/api/auth/passkeys')).data[0].last_used_time).toMatch(/^\d{4}-/)
    expect((await logIn(authenticator)).status).toBe(200)

    expect((await user.put(`/api/auth/passkeys/${data.id}`, { name: 'Old phone' })).data.name).toBe(
      'Old phone',
    )
    expect((await user.delete(`/api/auth/passkeys/${data.id}`)).status).toBe(200)
    expect((await logIn(authenticator)).status).toBe(401)
    expect((await user.delete(`/api/auth/passkeys/${data.id}`)).status).toBe(404)
  })

  test('opens a session that is restricted when the last one is removed, if the site requires a second factor', async () => {
    const site = await service.newSite()
    await site.admin.put('/api/settings', { second_factor: 'required_for_staff' })
    const user = await service.newUser('editor')
    const { data: first, authenticator } = await register(user)
    const { data: second } = await register(user)
    const { token } = (await logIn(authenticator)).data
    const here = service.client({ token, siteId: site.id })
    const elsewhere = service.client({ token })
    const remove = async (id: number) => {
      expect((await elsewhere.delete(`/api/auth/passkeys/${id}`)).status).toBe(200)
      return (await here.get('/api/auth/me')).body.error
    }
    expect(await remove(second.id)).toBeUndefined()
    expect(await remove(first.id)).toBe('second-factor-required')
    expect((await elsewhere.get('/api/auth/me')).status).toBe(200)
  })

  test('belongs to its owner, and to its authenticator', async () => {
    const [one, two] = [await service.newUser('member'), await service.newUser('admin')]
    const { data, made } = await register(one)
    expect((await two.get('/api/auth/passkeys')).data).toEqual([])
    expect((await two.put(`/api/auth/passkeys/${data.id}`, { name: 'mine' })).status).toBe(404)
    expect((await two.delete(`/api/auth/passkeys/${data.id}`)).status).toBe(404)
    const { data: options } = await one.post('/api/auth/passkeys/options')
    expect(options.excludeCredentials).toEqual([expect.objectContaining({ id: made.id })])
  })

  test('is rejected for disabled or deleted users', async () => {
    const admin = await service.newUser('admin')
    const user = await service.newUser('member')
    const { authenticator } = await register(user)
    await admin.put(`/api/users/${user.id}`, { status: 0 })
    expect((await logIn(authenticator)).status).toBe(403)
    await admin.delete(`/api/users/${user.id}`)
    expect((await logIn(authenticator)).status).toBe(401)
  })

  test('accepts each challenge once, for one user and one purpose', async () => {
    const [one, two] = [await service.newUser('member'), await service.newUser('member')]
    const authenticator = createAuthenticator(ORIGIN)
    const made = authenticator.create((await one.post('/api/auth/passkeys/options')).data)
    const registered = await Promise.all([
      one.post('/api/auth/passkeys', made),
      one.post('/api/auth/passkeys', made),
    ])
    expect(registered.map(({ status }) => status).sort()).toEqual([201, 422])
    const again = await one.post('/api/auth/passkeys', made)
    expect([again.status, Object.keys(again.errors)]).toEqual([422, ['response']])

    const { data: options } = await anyone.post('/api/auth/passkey-login/options')
    const response = authenticator.get(options)
    const both = await Promise.all([
      anyone.post('/api/auth/passkey-login', response),
      anyone.post('/api/auth/passkey-login', response),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])

    const { data: others } = await two.post('/api/auth/passkeys/options')
    const stolen = await one.post('/api/auth/passkeys', createAuthenticator(ORIGIN).create(others))
    expect(stolen.status).toBe(422)
    const crossed = authenticator.get({ challenge: others.challenge })
    expect((await anyone.post('/api/auth/passkey-login', crossed)).status).toBe(401)
  })

  test('takes a challenge 30 seconds before its five minutes are over', async () => {
    const user = await service.newUser('member')
    const { authenticator } = await register(user)
    const { data: toLogIn } = await anyone.post('/api/auth/passkey-login/options')
    const { data: toRegister } = await user.post('/api/auth/passkeys/options')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 60_000 - 30_000 })
    try {
      expect((await anyone.post('/api/auth/passkey-login', authenticator.get(toLogIn))).status).toBe(200)
      const made = createAuthenticator(ORIGIN).create(toRegister)
      expect((await user.post('/api/auth/passkeys', made)).status).toBe(201)
    } finally {
      vi.useRealTimers()
    }
  })

  test('is rejected with a challenge older than five minutes', async () => {
    const user = await service.newUser('member')
    const { authenticator } = await register(user)
    const { data: toLogIn } = await anyone.post('/api/auth/passkey-login/options')
    const { data: toRegister } = await user.post('/api/auth/passkeys/options')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 60_000 + 1 })
    try {
      const late = await anyone.post('/api/auth/passkey-login', authenticator.get(toLogIn))
      expect([late.status, late.body.error]).toEqual([401, 'passkey-refused'])
      const made = createAuthenticator(ORIGIN).create(toRegister)
      expect((await user.post('/api/auth/passkeys', made)).errors).toHaveProperty('response')
    } finally {
      vi.useRealTimers()
    }
  })

  test('cannot belong to two users', async () => {
    const [one, two] = [await service.newUser('member'), await service.newUser('member')]
    const { authenticator } = await register(one)
    const { status, errors } = await register(two, authenticator)
    expect([status, Object.keys(errors)]).toEqual([422, ['id']])
  })

  const wrong: ReadonlyArray<readonly [string, Trait]> = [
    ['another origin', { origin: 'https://evil.example' }],
    ['another host', { rpId: 'evil.example' }],
    ['nobody verified', { verified: false }],
  ]
  for (const [what, trait] of wrong)
    test(`is rejected from ${what}, at registration and at login`, async () => {
      const user = await service.newUser('member')
      const { data: options } = await user.post('/api/auth/passkeys/options')
      const fresh = createAuthenticator(ORIGIN)
      expect((await user.post('/api/auth/passkeys', fresh.create(options, trait))).status).toBe(422)
      const { authenticator } = await register(user)
      const { status, body } = await logIn(authenticator, trait)
      expect([status, body.code]).toEqual([401, 401])
    })

  test('that was cloned is detected by its counter', async () => {
    const { authenticator } = await register(await service.newUser('member'))
    expect((await logIn(authenticator, { counter: 40 })).status).toBe(200)
    expect((await logIn(authenticator, { counter: 40 })).status).toBe(401)
    expect((await logIn(authenticator, { counter: 41 })).status).toBe(200)
  })

  test('with a changed signature or an invented challenge is rejected', async () => {
    const { authenticator } = await register(await service.newUser('member'))
    const { data: options } = await anyone.post('/api/auth/passkey-login/options')
    const right = authenticator.get(options)
    const signature = authenticator.get({ challenge: 'x' }).response.signature
    const changed = { ...right, response: { ...right.response, signature } }
    expect((await anyone.post('/api/auth/passkey-login', changed)).status).toBe(401)
    const made = authenticator.get({ challenge: Buffer.alloc(38).toString('base64url') })
    expect((await anyone.post('/api/auth/passkey-login', made)).status).toBe(401)
    expect(
      (await anyone.post('/api/auth/passkey-login', createAuthenticator(ORIGIN).get(options))).status,
    ).toBe(401)
  })

  const bad: ReadonlyArray<readonly [string, (right: object) => object, string]> = [
    ['no id', (right) => ({ ...right, id: undefined }), 'id'],
    ['an id that is no base64url', (right) => ({ ...right, id: '<>' }), 'id'],
    ['another type', (right) => ({ ...right, type: 'password' }), 'type'],
    ['no response', (right) => ({ ...right, response: null }), 'response'],
    ['an empty name', (right) => ({ ...right, name: ' ' }), 'name'],
    ['a long name', (right) => ({ ...right, name: 'x'.repeat(101) }), 'name'],
    [
      'an attestation that is no CBOR',
      (right) => ({
        ...right,
        response: { ...(right as { response: object }).response, attestationObject: 'AAAA' },
      }),
      'response',
    ],
  ]
  for (const [what, change, field] of bad)
    test(`is rejected with 422 on ${field}: ${what}`, async () => {
      const user = await service.newUser('member')
      const { data: options } = await user.post('/api/auth/passkeys/options')
      const right = createAuthenticator(ORIGIN).create(options)
      const { status, errors } = await user.post('/api/auth/passkeys', change(right))
      expect([status, Object.keys(errors)]).toEqual([422, [field]])
      expect((await user.get('/api/auth/passkeys')).data).toEqual([])
    })

  test('is recorded in the audit log', async () => {
    const user = await service.newUser('admin')
    const { data } = await register(user, undefined, 'Key')
    const { data: log } = await user.get(`/api/audit-log?target_type=passkey&target_id=${data.id}`)
    expect(log.list[0]).toMatchObject({ action: 'passkey.added', after: { name: 'Key' } })
  })
})

describe('a passkey as the second factor again', () => {
  const TOKEN = { name: 'p' }
  /** A user with a second factor who confirmed it too long ago. */
  const withStaleFactor = async () => {
    const user = await service.newUser('member')
    const { authenticator } = await register(user)
    await service.engine.transact((tx) =>
      tx.updateTable('users').set({ second_factor_at: tx.now }).where('id', '=', user.id).execute(),
    )
    expect((await user.post('/api/tokens', TOKEN)).body.error).toBe('second-factor-again')
    return { user, authenticator }
  }
  const check = async (user: TestUser, authenticator: ReturnType<typeof createAuthenticator>) => {
    const { data: options } = await anyone.post('/api/auth/passkey-login/options')
    return user.post('/api/auth/passkeys/check', authenticator.get(options))
  }

  test('confirms its owner, each challenge once', async () => {
    const { user, authenticator } = await withStaleFactor()
    const { data: options } = await anyone.post('/api/auth/passkey-login/options')
    const used = authenticator.get(options)
    expect((await user.post('/api/auth/passkeys/check', used)).status).toBe(200)
    expect((await user.post('/api/tokens', TOKEN)).status).toBe(201)
    expect((await user.post('/api/auth/passkeys/check', used)).errors).toHaveProperty('response')
  })

  test('of another user, or unknown, is 422 and confirms nobody', async () => {
    const { user } = await withStaleFactor()
    const { authenticator: others } = await register(await service.newUser('member'))
    for (const authenticator of [others, createAuthenticator(ORIGIN)])
      expect((await check(user, authenticator)).errors).toHaveProperty('response')
    expect((await user.post('/api/tokens', TOKEN)).body.error).toBe('second-factor-again')
  })
})

test('without PUBLIC_URL passkeys are 422, with an explanation', async () => {
  const user = await bare.newUser('member')
  const { response, ...rest } = createAuthenticator(ORIGIN).create({ challenge: 'x', user: { id: 'x' } })
  for (const { status, body } of [
    await user.post('/api/auth/passkeys/options'),
    await user.post('/api/auth/passkeys', { ...rest, response }),
    await bare.client().post('/api/auth/passkey-login/options'),
    await bare.client().post('/api/auth/passkey-login', createAuthenticator(ORIGIN).get({ challenge: 'x' })),
    // It is of no use to complete the body first.
    ...(await Promise.all(
      [{}, { id: null }, { id: 7, response: 'x'.repeat(100) }, { ...rest, response: {} }].flatMap((body) => [
        user.post('/api/auth/passkeys', body),
        user.post('/api/auth/passkeys/check', body),
        bare.client().post('/api/auth/passkey-login', body),
      ]),
    )),
  ])
    expect([status, body.error, body.errors]).toEqual([
      422,
      'public-url-required',
      { PUBLIC_URL: [expect.stringContaining('PUBLIC_URL')] },
    ])
  expect((await bare.client().post('/api/auth/passkeys', {})).status).toBe(401)
  expect((await user.put('/api/auth/passkeys/1', {})).errors).toHaveProperty('name')
  expect((await user.get('/api/auth/passkeys')).data).toEqual([])
})
