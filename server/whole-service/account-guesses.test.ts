import { describe, expect, test } from 'vitest'
import { createAuthenticator } from '../test/authenticator.ts'
import type { Client } from '../test/client.ts'
import { startTestService } from '../test/harness.ts'
import { startOpenIdProvider } from '../test/openid-provider.ts'

/** Guesses at credentials that name no account: they find nothing, change nothing, and are counted for the network. */

const ORIGIN = 'https://blog.example.com'
const client = { clientId: 'inkstone', clientSecret: 'a secret of the client' }
const provider = await startOpenIdProvider({ ...client, redirectUri: `${ORIGIN}/api/auth/oidc/callback` })
const service = await startTestService({
  PUBLIC_URL: ORIGIN,
  TRUST_PROXY: '127.0.0.1',
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: client.clientId,
  OIDC_CLIENT_SECRET: client.clientSecret,
})
const anyone = service.client()

const LIMIT = 1000
const PASSWORD = 'correct horse battery'
const fromNetwork = (address: string) => ({ 'x-forwarded-for': address })
const invented = () => `${'x'.repeat(30)}${Math.random().toString(36).slice(2)}`

async function challenge(): Promise<{ challenge: string }> {
  return (await anyone.post('/api/auth/passkey-login/options')).data
}

/** Everything that a guess could have changed. */
async function traces() {
  const { db } = service.engine
  const count = async (
    table: 'sessions' | 'account_links' | 'users' | 'user_identities' | 'sign_in_challenges',
  ) =>
    (
      await db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirst()
    )?.n
  return [
    await count('sessions'),
    await count('account_links'),
    await count('users'),
    await count('user_identities'),
    await count('sign_in_challenges'),
  ]
}

type Guess = (from: string) => ReturnType<Client['post']>
const kinds: ReadonlyArray<readonly [string, number, () => Promise<Guess>]> = [
  [
    'the token of a password link',
    422,
    async () => (from) =>
      anyone.post('/api/auth/password/reset', { token: invented(), password: PASSWORD }, fromNetwork(from)),
  ],
  [
    'the token of an address confirmation',
    422,
    async () => (from) => anyone.post('/api/auth/email/confirm', { token: invented() }, fromNetwork(from)),
  ],
  [
    'a passkey',
    401,
    async () => {
      const answer = createAuthenticator(ORIGIN).get(await challenge())
      return (from) => anyone.post('/api/auth/passkey-login', answer, fromNetwork(from))
    },
  ],
  [
    'a response of the OpenID provider',
    401,
    async () => (from) =>
      anyone.get(`/api/auth/oidc/callback?code=${invented()}&state=${invented()}`, {
        ...fromNetwork(from),
        cookie: `inkstone_sign_in=${invented()}`,
      }),
  ],
]

/** Fails this often from one network. */
async function fail(guess: Guess, from: string, times: number): Promise<number[]> {
  const statuses: number[] = []
  const AT_ONCE = 25
  for (let done = 0; done < times; done += AT_ONCE)
    statuses.push(
      ...(await Promise.all(Array.from({ length: AT_ONCE }, () => guess(from)))).map(({ status }) => status),
    )
  return statuses
}

describe('a guess', () => {
  for (const [what, status, prepare] of kinds)
    test(`at ${what} is ${status} and changes nothing`, async () => {
      const guess = await prepare()
      const before = await traces()
      expect((await guess('192.0.2.1')).status).toBe(status)
      expect(await traces()).toEqual(before)
    })

  test(`is counted with the others of its network: after ${LIMIT} of any kind even a right one is 429`, async () => {
    const [one, other] = ['2001:db8:7:7::1', '2001:db8:7:7:ffff::2']
    for (const [, status, prepare] of kinds) {
      const statuses = await fail(await prepare(), one, LIMIT / kinds.length)
      expect(new Set(statuses)).toEqual(new Set([status]))
    }
    for (const [what, , prepare] of kinds) {
      const refused = await (await prepare())(other)
      expect([what, refused.status, refused.body.error]).toEqual([what, 429, 'too-many-logins'])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    }

    const user = await service.newUser('member')
    const authenticator = createAuthenticator(ORIGIN)
    const { data: options } = await user.post('/api/auth/passkeys/options')
    await user.post('/api/auth/passkeys', authenticator.create(options))
    const logIn = async (from: string) =>
      (await anyone.post('/api/auth/passkey-login', authenticator.get(await challenge()), fromNetwork(from)))
        .status
    expect(await logIn(other)).toBe(429)
    expect(await logIn('2001:db8:7:8::1')).toBe(200)
    const login = { username: user.username, password: PASSWORD }
    expect((await anyone.post('/api/auth/login', login, fromNetwork(other))).status).toBe(429)
    expect((await user.get('/api/auth/me', fromNetwork(other))).status).toBe(200)
  })

  test('at an API token or a session token is 10001, and at the session of another user 404', async () => {
    const [one, two] = [await service.newUser('member'), await service.newUser('admin')]
    const [header = '', , signature = ''] = one.token.split('.')
    const { sid } = JSON.parse(Buffer.from(two.token.split('.')[1] ?? '', 'base64url').toString())
    const claims = { sid, gen: 1, iat: 1, exp: 4_000_000_000 }
    const forged = [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.')
    for (const token of [`ink_${'x'.repeat(40)}`, forged])
      expect((await service.client({ token }).get('/api/auth/me')).body.code).toBe(10001)
    expect((await one.delete(`/api/auth/sessions/${sid}`)).status).toBe(404)
    expect((await two.get('/api/auth/me')).status).toBe(200)
  })
})

describe('an API token', () => {
  test('is revoked once, by its owner, whoever is quicker', async () => {
    const [owner, other] = [await service.newUser('editor'), await service.newUser('editor')]
    const { data } = await owner.post('/api/tokens', { name: 'p', scope: 'read' })
    const program = service.client({ token: data.token })
    expect((await other.delete(`/api/tokens/${data.id}`)).status).toBe(404)
    expect((await program.get('/api/articles')).status).toBe(200)
    const end = () => owner.delete(`/api/tokens/${data.id}`)
    const statuses = (await Promise.all([end(), end(), end()])).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect((await program.get('/api/articles')).body.code).toBe(10001)
  })

  test('works until its expiry, with 30 seconds to go, and not 30 seconds later', async () => {
    const owner = await service.newUser('editor')
    const { data } = await owner.post('/api/tokens', { name: 'p', scope: 'read' })
    const program = service.client({ token: data.token })
    const expireIn = (seconds: number) =>
      service.engine.transact((tx) =>
        tx
          .updateTable('api_tokens')
          .set({ expires_at: Date.now() + seconds * 1000 })
          .where('id', '=', data.id)
          .execute(),
      )
    await expireIn(30)
    expect((await program.get('/api/articles')).status).toBe(200)
    await expireIn(-30)
    expect((await program.get('/api/articles')).body.code).toBe(10002)
  })
})
