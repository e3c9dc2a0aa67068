import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createPlace, type TestPlace } from '../test/database.ts'
import { type Node, run, startNode } from '../test/program.ts'
import { codeOf } from '../test/totp.ts'
import { startWebhookReceiver } from '../test/webhook-receiver.ts'

const places: TestPlace[] = []
afterAll(() => Promise.all(places.map((place) => place.remove())))

async function newPlace(): Promise<TestPlace & { keyFile: string }> {
  const place = await createPlace()
  places.push(place)
  return { ...place, keyFile: join(place.folder, 'secret.key') }
}

const PASSWORD = 'the first administrator'

async function caller(node: Node) {
  const base = await node.url()
  return async (method: string, path: string, token?: string, body?: object) => {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const answer = await response.json()
    return { status: response.status, code: answer.code, data: answer.data }
  }
}

async function stop(node: Node): Promise<void> {
  node.signal('SIGTERM')
  await node.ended()
}

test('a new key keeps API tokens, webhook secrets and second factors, and ends sessions', async () => {
  const place = await newPlace()
  const settings = { ...place.settings, ADMIN_PASSWORD: PASSWORD }
  const receiver = await startWebhookReceiver('known to both sides')

  const before = startNode(settings)
  const call = await caller(before)
  const login = { username: 'admin', password: PASSWORD }
  const { token: session } = (await call('POST', '/api/auth/login', undefined, login)).data
  const { token } = (await call('POST', '/api/tokens', session, { name: 'A', scope: 'write' })).data
  const hook = { url: receiver.url, secret: 'known to both sides', events: ['*'] }
  const webhook = (await call('POST', '/api/webhooks', session, hook)).data
  const { secret } = (await call('POST', '/api/auth/second-factor', session)).data
  const confirmed = { code: codeOf(secret, -1) }
  const { recovery_codes } = (await call('POST', '/api/auth/second-factor/confirm', session, confirmed)).data

  expect(await run(['rotate-key'], settings)).toMatchObject({
    code: 1,
    stderr: 'The service is running on this database; stop it first.\n',
  })
  await stop(before)
  const oldKey = await readFile(place.keyFile, 'utf8')
  expect(await run(['rotate-key'], settings)).toMatchObject({
    code: 0,
    stdout:
      'The key is replaced. All users have to log in again.\nRecovery codes no longer work (users: 1).\n',
    stderr: '',
  })
  const newKey = await readFile(place.keyFile, 'utf8')
  expect(newKey).not.toBe(oldKey)

  // As if it had been interrupted before the file was renamed.
  await rename(place.keyFile, `${place.keyFile}.next`)
  await writeFile(place.keyFile, oldKey)
  const after = startNode(settings)
  const again = await caller(after)
  expect((await again('GET', '/api/auth/me', session)).code).toBe(10001)
  expect((await again('GET', '/api/auth/me', token)).status).toBe(200)
  expect((await again('POST', `/api/webhooks/${webhook.id}/test`, token)).data.delivered).toBe(1)
  expect(receiver.genuine).toEqual([true])
  const withCode = (otp: string) => again('POST', '/api/auth/login', undefined, { ...login, otp })
  expect((await withCode(recovery_codes[0])).code).toBe(10006)
  expect((await withCode(codeOf(secret, 0))).code).toBe(200)
  expect(await readFile(place.keyFile, 'utf8')).toBe(newKey)
  await stop(after)
})

test('a key of the settings is replaced by one that the command prints', async () => {
  const { settings } = await newPlace()
  const SECRET_KEY = 'a key of forty characters from elsewhere'
  expect((await run(['migrate'], { ...settings, SECRET_KEY })).code).toBe(0)
  const { code, stdout } = await run(['rotate-key'], { ...settings, SECRET_KEY })
  expect(code).toBe(0)
  const [, next = ''] = /^The new SECRET_KEY, for every node: (\S+)\n/.exec(stdout) ?? []
  expect((await run(['serve'], { ...settings, SECRET_KEY })).stderr).toMatch(/^SECRET_KEY: this database/)
  const node = startNode({ ...settings, SECRET_KEY: next })
  await node.url()
  await stop(node)
})
