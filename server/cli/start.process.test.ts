import { once } from 'node:events'
import { mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openEngine } from '../platform/sql/engine.ts'
import { createPlace } from '../test/database.ts'
import { run, startNode } from '../test/program.ts'

const places: Awaited<ReturnType<typeof createPlace>>[] = []
afterAll(async () => {
  for (const place of places) await place.remove()
})

async function newPlace() {
  const place = await createPlace()
  places.push(place)
  return place
}

function printedPassword(output: string): string | undefined {
  return /^ *password: (\S+)$/m.exec(output)?.[1]
}

async function logIn(url: string, username: string, password: string | undefined) {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  const { data } = (await answer.json()) as { data: { token: string; user: object } }
  return { status: answer.status, data }
}

test('only the first start shows the password of its administrator', async () => {
  const { settings, folder } = await newPlace()
  const first = startNode(settings)
  const url = await first.url()
  const password = printedPassword(first.output())
  const metrics = await fetch(`${url}/metrics`)
  expect(await metrics.text()).toContain('process_resident_memory_bytes')
  const { status, data } = await logIn(url, 'admin', password)
  expect(status).toBe(200)
  expect(data.user).toMatchObject({ username: 'admin', role: 'admin' })
  expect(first.output().split(password ?? '-')).toHaveLength(2)
  const files = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile())
  expect(files.map(({ name }) => name)).toContain('secret.key')
  for (const { name } of files) expect((await stat(join(folder, name))).mode & 0o777, name).toBe(0o600)
  first.signal('SIGTERM')
  expect(await first.ended()).toMatchObject({ code: 0, stderr: '' })

  const second = startNode(settings)
  const me = await fetch(`${await second.url()}/api/auth/me`, {
    headers: { authorization: `Bearer ${data.token}` },
  })
  expect(me.status).toBe(200)
  expect(printedPassword(second.output())).toBeUndefined()

  const other = startNode({ ...settings, SECRET_KEY: 'another key than the first one, and long enough' })
  expect(await other.ended()).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^SECRET_KEY: .*set the same SECRET_KEY on every node.*\n$/),
  })
})

test('a start that a wrong setting stopped leaves the password to the next one', async () => {
  const { settings } = await newPlace()
  expect(await run(['serve'], { ...settings, MAIL_FROM: '@' })).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^MAIL_FROM: got "@" .*\.\n$/),
  })
  const node = startNode(settings)
  const url = await node.url()
  expect(await logIn(url, 'admin', printedPassword(node.output()))).toMatchObject({ status: 200 })
})

test('ADMIN_PASSWORD is the password, with the spaces at its ends', async () => {
  const { settings } = await newPlace()
  const password = ' spaces at both ends '
  const node = startNode({ ...settings, ADMIN_PASSWORD: password })
  const url = await node.url()
  expect(await logIn(url, 'admin', password)).toMatchObject({ status: 200 })
  expect(await logIn(url, 'admin', password.trim())).toMatchObject({ status: 401 })
})

test('a database without its secret.key is not opened, and gets no other key', async () => {
  const { settings, folder } = await newPlace()
  const first = startNode(settings)
  await first.url()
  first.signal('SIGTERM')
  await first.ended()
  const key = join(folder, 'secret.key')
  await rename(key, `${key}.away`)
  expect(await run(['serve'], settings)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^SECRET_KEY: .*restore the file secret\.key.*\n$/),
  })
  expect((await readdir(folder)).filter((name) => name.startsWith('secret.key'))).toEqual(['secret.key.away'])
  await rename(`${key}.away`, key)
  await startNode(settings).url()
})

test('a seed that fails has shown the password of its administrator', async () => {
  const { settings } = await newPlace()
  const { code, stdout, stderr } = await run(['seed', '--site', '9'], settings)
  expect([code, stderr]).toEqual([1, '--site: site 9 does not exist.\n'])
  expect(printedPassword(stdout)).toBeDefined()
})

test('two nodes that start at once on an empty database create one administrator', async () => {
  const { settings } = await newPlace()
  const nodes = [startNode(settings), startNode(settings)]
  const urls = await Promise.all(nodes.map((node) => node.url()))
  const passwords = nodes.map((node) => printedPassword(node.output())).filter((found) => found !== undefined)
  expect(passwords).toHaveLength(1)
  for (const url of urls) expect(await logIn(url, 'admin', passwords[0])).toMatchObject({ status: 200 })
})

test('a database that is newer than the program is not changed', async () => {
  const { settings, folder } = await newPlace()
  await run(['migrate'], settings)
  const engine = await openEngine({
    databaseUrl: settings.DATABASE_URL,
    sqlitePath: join(folder, 'inkstone.db'),
    poolSize: 1,
    onLost: () => undefined,
  })
  await engine.transact((tx) =>
    sql`insert into schema_migrations (id, name, applied_at) values (9999, 'of tomorrow', 0)`.execute(tx),
  )
  await engine.close()
  for (const command of ['serve', 'migrate'])
    expect(await run([command], settings)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^the database is at migration 9999 .* run a newer version .*\n$/),
    })
  const { code, stdout } = await run(['doctor'], settings)
  expect(code).toBe(1)
  expect(stdout).toMatch(/^FAIL +migrations .*newer/m)
})

test('a port in use stops the start, but only after the password was shown', async () => {
  const { settings } = await newPlace()
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  afterAll(() => holder.close())
  const { port } = holder.address() as AddressInfo
  const { code, stdout, stderr } = await run(['serve'], { ...settings, PORT: String(port) })
  expect(code).toBe(1)
  expect(stderr).toMatch(new RegExp(`^PORT: ${port} on 127\\.0\\.0\\.1 is in use .*\\n$`))
  expect(printedPassword(stdout)).toBeDefined()
})

test('doctor checks all external services, and reports those that do not respond', async () => {
  const { settings } = await newPlace()
  const dead = '127.0.0.1:1'
  const { code, stdout, stderr } = await run(['doctor'], {
    ...settings,
    DATABASE_URL: `postgres://somebody:hush@${dead}/name`,
    REDIS_URL: `redis://:hush@${dead}`,
    SMTP_URL: `smtp://somebody:hush@${dead}`,
    S3_ENDPOINT: `http://${dead}`,
    S3_BUCKET: 'media',
    S3_ACCESS_KEY_ID: 'somebody',
    S3_SECRET_ACCESS_KEY: 'hush',
  })
  for (const name of ['database', 'redis', 'mail', 'storage'])
    expect(stdout).toMatch(new RegExp(`^FAIL +${name} .*ECONNREFUSED`, 'm'))
  expect(stdout).not.toContain('hush')
  expect(stderr).toContain('4 of 9 checks failed')
  expect(code).toBe(1)
})

const wrong = [
  ['a setting that does not fit', { PORT: '70000' }, /^PORT: got "70000" .*65535\.\n$/],
  [
    'a secret that does not fit, which is not shown',
    { ADMIN_PASSWORD: 'short' },
    /^ADMIN_PASSWORD: got a value .*8 to 128/,
  ],
  [
    'a key that can be guessed',
    { SECRET_KEY: 'x' },
    /^SECRET_KEY: got a value that is not valid; use 32 or more.*openssl rand.*\.\n$/,
  ],
  [
    'a key that stands in an example',
    { SECRET_KEY: 'change-me change-me change-me change-me' },
    /^SECRET_KEY: got a value .*32 or more random characters.*\n$/,
  ],
  [
    'a password that everybody tries',
    { ADMIN_PASSWORD: 'Change-Me' },
    /^ADMIN_PASSWORD: got a value .*not a common password\.\n$/,
  ],
  [
    'a network that is none',
    { WEBHOOK_ALLOW: '10.0.0/8' },
    /^WEBHOOK_ALLOW: got "10\.0\.0\/8" .*networks.*\n$/,
  ],
  ['a proxy that is none', { TRUST_PROXY: '127.1' }, /^TRUST_PROXY: got "127\.1" .*\n$/],
  [
    'an address of another machine',
    { HOST: '192.0.2.1' },
    /^HOST: 192\.0\.2\.1 is not an address of this machine.*\n$/,
  ],
  ['a data folder that is a file', { DATA_DIR: 'file' }, /^DATA_DIR: ".*file" cannot be used .*\n$/],
  [
    'a database that is no database',
    { DATA_DIR: 'broken', DATABASE_URL: '' },
    /^DATA_DIR: .*cannot be opened.*\n$/,
  ],
  ['a bucket without keys', { S3_BUCKET: 'media' }, /^S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: .*\n$/],
] as const

/** Settings are read before a database is opened, so one database is enough for them. */
const onSqlite = test.skipIf(process.env.TEST_DATABASE_URL !== undefined)

onSqlite.for(wrong)('%s stops the start with one line', async ([, settings, line]) => {
  const { folder, settings: ours } = await newPlace()
  await writeFile(join(folder, 'file'), '')
  await mkdir(join(folder, 'broken'))
  await writeFile(
    join(folder, 'broken', 'inkstone.db'),
    'this is no database, however long it is '.repeat(100),
  )
  const given = 'DATA_DIR' in settings ? { ...settings, DATA_DIR: join(folder, settings.DATA_DIR) } : settings
  const { code, stderr } = await run(['serve'], { ...ours, PORT: '0', ...given })
  expect(stderr).toMatch(line)
  expect(code).toBe(1)
})
