import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPlace, type TestPlace } from '../test/database.ts'
import { startNode } from '../test/program.ts'

interface NginxScripts {
  findOrInstall(names: string[]): { nginx: string }
  nginxConfig(options: { folder: string; port: number; nodePorts: string[]; cached: boolean }): string
}

const PASSWORD = 'the first administrator'
const folder = mkdtempSync(join(tmpdir(), 'inkstone-nginx-'))
// If nginx is started by root, its workers run as another user.
chmodSync(folder, 0o755)
let place: TestPlace
let service = ''
let cached = ''
let token = ''
let stop = async () => {}

async function scripts(): Promise<NginxScripts> {
  const load = (name: string) => import(new URL(`../../scripts/${name}`, import.meta.url).href)
  return { ...(await load('programs.mjs')), ...(await load('cluster/nginx.mjs')) }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return port
}

beforeAll(async () => {
  place = await createPlace()
  const node = startNode({
    ...place.settings,
    ADMIN_PASSWORD: PASSWORD,
    RATE_LIMIT_ANON: '0',
    RATE_LIMIT_USER: '0',
  })
  service = await node.url()
  const { findOrInstall, nginxConfig } = await scripts()
  const port = await freePort()
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, nginxConfig({ folder, port, nodePorts: [new URL(service).port], cached: true }))
  const nginx = spawn(findOrInstall(['nginx']).nginx, ['-p', folder, '-c', file], { stdio: 'ignore' })
  stop = async () => {
    nginx.kill('SIGTERM')
    await once(nginx, 'close')
  }
  cached = `http://127.0.0.1:${port}`
  const answers = () =>
    fetch(`${cached}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await answers())) await pause(50)
  token = (await send('POST', '/api/auth/login', { username: 'admin', password: PASSWORD })).token
}, 60_000)

afterAll(async () => {
  await stop()
  rmSync(folder, { recursive: true, force: true })
  await place.remove()
})

/** As the administrator, without nginx. */
async function send(method: string, path: string, body?: object) {
  const headers = {
    'content-type': 'application/json',
    ...(token !== '' && { authorization: `Bearer ${token}` }),
  }
  const response = await fetch(service + path, { method, headers, body: JSON.stringify(body) })
  expect(response.ok, `${method} ${path}`).toBe(true)
  return (await response.json()).data
}

async function read(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(cached + path, { headers })
  return { cache: response.headers.get('x-cache'), text: await response.text() }
}

test('nginx answers the second anonymous request from its cache, and is up to date after a change', async () => {
  await send('PUT', '/api/settings', { public_read: 1, public_max_age: 2 })
  const article = { title: 'Morning', content: '<p>Mist.</p>', category_id: 1, status: 1 }
  const { id } = await send('POST', '/api/articles', article)
  const addresses = [`/api/articles/${id}`, '/api/articles', '/api/articles?include=content', '/api/site']
  for (const path of addresses) {
    await expect.poll(async () => (await read(path)).cache, { message: path }).toBe('HIT')
  }
  const authorization = `Bearer ${token}`
  expect(await read(`/api/articles/${id}`, { authorization })).toMatchObject({ cache: 'MISS' })
  expect(await read(`/api/articles/${id}`, { authorization })).toMatchObject({ cache: 'MISS' })
  expect((await read(`/api/articles?token=${token}`)).cache).toBe('BYPASS')
  expect((await read(`/api/articles?token=${token}`)).cache).toBe('BYPASS')
  await send('PUT', `/api/articles/${id}`, { title: 'Evening' })
  for (const path of addresses.slice(0, 3)) {
    const longest = { timeout: 20_000, message: path }
    await expect.poll(async () => (await read(path)).text.includes('Evening'), longest).toBe(true)
  }
  await send('DELETE', `/api/articles/${id}`)
  await expect
    .poll(async () => (await read(`/api/articles/${id}`)).text, { timeout: 20_000 })
    .toContain('404')
}, 90_000)
