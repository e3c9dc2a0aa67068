import { expect, test } from 'vitest'
import { startTestService } from '../../test/harness.ts'

const service = await startTestService({ TRUST_PROXY: '127.0.0.1' })
const admin = await service.newUser('admin')

const PASSWORD = 'correct horse battery'
let made = 0
async function newAccount() {
  const username = `guessed-${++made}`
  const email = `${username}@example.com`
  const { data } = await admin.post('/api/users', { username, email, password: PASSWORD })
  return { id: data.id as number, username, email }
}
const logIn = (username: string, password: string, from: string) =>
  service.client().post('/api/auth/login', { username, password }, { 'x-forwarded-for': from })
const wide = (text: string) =>
  text.replace(/[!-~]/g, (character) => String.fromCodePoint((character.codePointAt(0) ?? 0) + 0xfee0))

test('ten failed logins block the account, whatever spelling is used', async () => {
  const { username, email } = await newAccount()
  const spellings = [username, username.toUpperCase(), wide(username), email, email.toUpperCase()]
  for (let failure = 0; failure < 10; failure++)
    expect((await logIn(spellings[failure % 5] ?? '', 'wrong', '192.0.2.1')).status).toBe(401)
  for (const name of spellings) {
    const refused = await logIn(name, PASSWORD, '192.0.2.1')
    expect([name, refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([name, 429, true])
  }
  expect((await logIn(username, PASSWORD, '192.0.2.2')).status).toBe(200)
})

test('ten failed logins block a network: IPv6 counts by /64', async () => {
  const { username } = await newAccount()
  for (let failure = 0; failure < 10; failure++)
    expect((await logIn(username, 'wrong', `2001:db8:1:2::${failure + 1}`)).status).toBe(401)
  expect((await logIn(username, PASSWORD, '2001:db8:1:2:ffff::1')).status).toBe(429)
  expect((await logIn(username, PASSWORD, '2001:db8:1:3::1')).status).toBe(200)
})

test('an unknown name is counted by its folded form', async () => {
  for (let failure = 0; failure < 10; failure++)
    expect((await logIn(failure % 2 ? 'NoSuchName' : wide('nosuchname'), 'x', '192.0.2.3')).body.code).toBe(
      10003,
    )
  expect((await logIn('nosuchname', 'x', '192.0.2.3')).status).toBe(429)
})

test('guesses from many networks are counted for the account', async () => {
  const { username } = await newAccount()
  for (let network = 0; network < 100; network++) await logIn(username, 'wrong', `198.51.${network}.1`)
  expect((await logIn(username, PASSWORD, '203.0.113.1')).status).toBe(429)
}, 60_000)

const refused = [
  ['the first of the list', 'password', 'password'],
  ['one in another case', 'PassWord123', 'password'],
  ['one in wide letters', 'ｐａｓｓｗｏｒｄ', 'password'],
  ['one with digits', '1qaz2wsx', 'password'],
  ['one character again and again', 'aaaaaaaaaaaa', 'password'],
  ['three characters again and again', 'abcabcabcabc', 'password'],
  ['what examples say', 'change-me', 'password'],
  ['the user name', 'Weak-Person', 'password'],
  ['the address', 'weak-person-mail@Example.com', 'password'],
  ['the first half of the address', 'weak-person-mail', 'password'],
] as const
test.for(refused)('%s is rejected as a password, 422', async ([, password]) => {
  const person = { username: 'weak-person', email: 'weak-person-mail@example.com', password }
  for (const answer of [
    await service.client().post('/api/auth/register', person),
    await admin.post('/api/users', person),
  ])
    expect([answer.status, Object.keys(answer.errors)]).toEqual([422, ['password']])
})

test('a password may have up to 128 characters of any kind', async () => {
  const person = { username: 'long-password', email: 'long-password@example.com', password: 'x'.repeat(128) }
  expect((await admin.post('/api/users', person)).status).toBe(201)
})

test('a change of password by the user or an administrator rejects them too', async () => {
  const account = await newAccount()
  const { data } = await logIn(account.username, PASSWORD, '192.0.2.9')
  const own = service.client({ token: data.token })
  for (const new_password of ['password1', account.username, account.email])
    expect(
      (await own.put('/api/auth/password', { old_password: PASSWORD, new_password })).errors,
    ).toHaveProperty('new_password')
  for (const password of ['qwerty123', account.username, account.email])
    expect((await admin.put(`/api/users/${account.id}`, { password })).errors).toHaveProperty('password')
  expect((await logIn(account.username, PASSWORD, '192.0.2.9')).status).toBe(200)
})

test('a login with the old password fails if it was reset meanwhile', async () => {
  const account = await newAccount()
  const { data } = await logIn(account.username, PASSWORD, '192.0.2.10')
  const own = service.client({ token: data.token })
  const [byOwner, byAdmin] = await Promise.all([
    own.put('/api/auth/password', { old_password: PASSWORD, new_password: 'of who knew the old one' }),
    admin.put(`/api/users/${account.id}`, { password: 'of the administrator' }),
  ])
  expect(byAdmin.status).toBe(200)
  expect([200, 401, 422]).toContain(byOwner.status)
  const works = await logIn(account.username, 'of the administrator', '192.0.2.10')
  expect(works.status).toBe(200)
})

test('a login while the account is deleted is that of an unknown user', async () => {
  const [account, other] = [await newAccount(), await newAccount()]
  const login = await service.engine.transact(async (tx) => {
    const names = { username_key: null, email_key: null }
    await tx
      .updateTable('users')
      .set({ ...names, deleted_at: tx.now })
      .where('id', '=', account.id)
      .execute()
    const login = logIn(account.username, PASSWORD, '192.0.2.12')
    // When this one is refused, the first has read its user and waits to open a session.
    await logIn(other.username, 'a wrong password', '192.0.2.13')
    return { answer: login }
  })
  const { status, body } = await login.answer
  expect([status, body.code]).toEqual([401, 10003])
  const sessions = await service.engine.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', account.id)
    .execute()
  expect(sessions).toEqual([])
})

test('an API token cannot change the password of its user', async () => {
  const account = await newAccount()
  const { data } = await logIn(account.username, PASSWORD, '192.0.2.11')
  const program = await service
    .client({ token: data.token })
    .post('/api/tokens', { name: 'p', scope: 'write' })
  const { status } = await service
    .client({ token: program.data.token })
    .put('/api/auth/password', { old_password: PASSWORD, new_password: 'another long password' })
  expect(status).toBe(403)
})

test('of 200 simultaneous logins those that would wait too long get 503, and reads continue', async () => {
  const { username } = await newAccount()
  const flood = Promise.all(
    Array.from({ length: 200 }, (_, index) => logIn(`${username}-${index}`, 'wrong', `192.0.2.${index}`)),
  )
  expect((await admin.get('/api/auth/me')).status).toBe(200)
  const answers = await flood
  const busy = answers.filter(({ status }) => status === 503)
  expect(busy.length).toBeGreaterThan(0)
  for (const { headers } of busy) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect(answers.filter(({ status }) => status === 401).length + busy.length).toBe(200)
}, 60_000)
