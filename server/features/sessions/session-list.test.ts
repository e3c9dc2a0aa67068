import { expect, test, vi } from 'vitest'
import { createAuthenticator } from '../../test/authenticator.ts'
import { startTestService } from '../../test/harness.ts'
import { startMailServer } from '../../test/mail-server.ts'
import { codeOf } from '../../test/totp.ts'
import { deviceKey, deviceOf } from './devices.rules.ts'

const mail = await startMailServer()
const ORIGIN = 'https://blog.example.com'
const service = await startTestService({
  TRUST_PROXY: '127.0.0.1',
  SMTP_URL: mail.url,
  PUBLIC_URL: ORIGIN,
})
const admin = await service.newUser('admin')

const PASSWORD = 'correct horse battery'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
let made = 0
async function newAccount() {
  const username = `seen-${++made}`
  const email = `${username}@example.com`
  await admin.post('/api/users', { username, email, password: PASSWORD })
  return { username, email }
}
async function logIn(username: string, agent = FIREFOX, from = '203.0.113.7') {
  const { data } = await service
    .client()
    .post(
      '/api/auth/login',
      { username, password: PASSWORD },
      { 'user-agent': agent, 'x-forwarded-for': from },
    )
  return service.client({ token: data.token })
}

test('sessions are listed, and ended one by one or all others at once', async () => {
  const { username } = await newAccount()
  const here = await logIn(username)
  const phone = await logIn(username, IPHONE, '2001:db8::7')
  const third = await logIn(username)
  const { data } = await here.get('/api/auth/sessions')
  expect(data).toHaveLength(3)
  expect(data.filter(({ current }: { current: number }) => current === 1)).toHaveLength(1)
  expect(data).toContainEqual({
    id: expect.any(Number),
    device: 'Safari on iPhone',
    address: '2001:db8::7',
    last_seen: expect.stringMatching(/^\d{4}-/),
    last_seen_at: expect.stringMatching(/T/),
    create_time: expect.stringMatching(/^\d{4}-/),
    create_at: expect.stringMatching(/T/),
    current: 0,
  })
  const ofPhone = data.find(({ device }: { device: string }) => device.includes('iPhone'))
  const stranger = await logIn((await newAccount()).username)
  expect((await stranger.delete(`/api/auth/sessions/${ofPhone.id}`)).status).toBe(404)
  expect((await here.delete(`/api/auth/sessions/${ofPhone.id}`)).status).toBe(200)
  expect((await here.delete(`/api/auth/sessions/${ofPhone.id}`)).status).toBe(404)
  expect((await here.delete('/api/auth/sessions/abc')).status).toBe(400)
  expect((await phone.get('/api/auth/me')).body.code).toBe(10001)
  expect((await third.get('/api/auth/me')).status).toBe(200)
  expect((await here.delete('/api/auth/sessions')).status).toBe(200)
  expect((await third.get('/api/auth/me')).body.code).toBe(10001)
  expect((await here.get('/api/auth/sessions')).data).toHaveLength(1)
})

test('API tokens can neither list nor end sessions', async () => {
  const here = await logIn((await newAccount()).username)
  const { token } = (await here.post('/api/tokens', { name: 'p', scope: 'write' })).data
  const program = service.client({ token })
  for (const answer of [
    await program.get('/api/auth/sessions'),
    await program.delete('/api/auth/sessions'),
    await program.delete('/api/auth/sessions/1'),
  ])
    expect(answer.status).toBe(403)
  expect((await service.client().get('/api/auth/sessions')).status).toBe(401)
})

test('the last use of a session is recorded once for simultaneous requests', async () => {
  const { username } = await newAccount()
  const other = await logIn(username)
  const here = await logIn(username)
  const statements = () => service.engine.db.selectFrom('session_uses').selectAll().execute()
  const before = (await statements()).length
  await Promise.all(Array.from({ length: 20 }, () => other.get('/api/auth/me')))
  await vi.waitFor(async () => expect((await statements()).length).toBeGreaterThan(before))
  const [seen] = (await here.get('/api/auth/sessions')).data.filter(
    ({ current }: { current: number }) => current === 0,
  )
  expect(seen.last_seen).toMatch(/^\d{4}-/)
})

test('a session id is never a small number that could be reused', async () => {
  const here = await logIn((await newAccount()).username)
  const again = await logIn((await newAccount()).username)
  const ids = [
    ...(await here.get('/api/auth/sessions')).data,
    ...(await again.get('/api/auth/sessions')).data,
  ].map(({ id }) => id)
  expect(new Set(ids).size).toBe(2)
  for (const id of ids) expect(id > 2 ** 40 && Number.isSafeInteger(id)).toBe(true)
})

test('the user is notified of a new device, but not of the first', async () => {
  const { username, email } = await newAccount()
  await logIn(username)
  await logIn(username, FIREFOX, '203.0.200.9')
  await logIn(username, IPHONE, '198.51.100.20')
  const letter = await mail.last(email)
  expect(letter).toContain('Safari on iPhone')
  expect(letter).toContain('198.51.100.20')
  expect(mail.to(email)).toHaveLength(1)
})

test('the user is notified of changes to factors and passkeys, in their language', async () => {
  const person = { username: 'told', email: 'told@example.com', password: PASSWORD }
  await service.client().post('/api/auth/register', person, { 'accept-language': 'zh' })
  const own = await logIn(person.username)
  const { secret } = (await own.post('/api/auth/second-factor')).data
  await own.post('/api/auth/second-factor/confirm', { code: codeOf(secret, -1) })
  expect(await mail.last(person.email, 1)).toContain('两步验证已开启')
  const authenticator = createAuthenticator(ORIGIN)
  const { data: options } = await own.post('/api/auth/passkeys/options')
  const { data: passkey } = await own.post('/api/auth/passkeys', {
    ...authenticator.create(options),
    name: '<b>手机</b>',
  })
  const added = await mail.last(person.email, 2)
  expect(added).toContain('已添加通行密钥')
  expect(added).toContain('&lt;b&gt;手机&lt;/b&gt;')
  await own.delete(`/api/auth/passkeys/${passkey.id}`)
  expect(await mail.last(person.email, 3)).toContain('已删除通行密钥')
  const { id } = (await own.get('/api/auth/me')).data
  expect((await admin.delete(`/api/users/${id}/second-factor`)).status).toBe(200)
  expect(await mail.last(person.email, 4)).toContain('管理员已关闭您的两步验证')
  await admin.delete(`/api/users/${id}/second-factor`)
  expect(mail.to(person.email)).toHaveLength(4)
})

const agents = [
  [FIREFOX, 'Firefox on Linux'],
  [IPHONE, 'Safari on iPhone'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['curl/8.5.0', 'curl'],
  ['python-requests/2.32', 'python-requests'],
  ['<script>alert(1)</script>', '<script>alert(1)<'],
  ['', ''],
  [undefined, ''],
] as const
test.for(agents)('%j is shown as %j', ([agent, device]) => {
  expect(deviceOf(agent)).toBe(device)
})

test('a device is recognised within its wider network', () => {
  expect(deviceKey('x', '203.0.113.7')).toBe(deviceKey('x', '203.0.1.1'))
  expect(deviceKey('x', '203.0.113.7')).not.toBe(deviceKey('x', '203.1.113.7'))
  expect(deviceKey('x', '2001:db8:1::1')).toBe(deviceKey('x', '2001:db8:2::1'))
  expect(deviceKey('x', '203.0.113.7')).not.toBe(deviceKey('y', '203.0.113.7'))
})
