import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type Config, readConfig } from '../../config.ts'
import { startTestService } from '../../test/harness.ts'
import { startOpenIdProvider } from '../../test/openid-provider.ts'
import { runCommandLine } from '../command-line.ts'
import { examine } from './doctor.ts'

const { config, folder } = await startTestService()

async function findings(changes: Partial<Config> = {}) {
  const found = await examine(() => ({ ...config, ...changes }))
  return new Map(found.map((finding) => [finding.name, finding]))
}

const openIdAt = (issuer: string) => ({
  issuer,
  clientId: 'inkstone',
  clientSecret: 'hush',
  redirectUri: 'http://127.0.0.1/api/auth/oidc/callback',
  roleClaim: undefined,
  roleMap: new Map(),
})

/** A port without a listener. */
async function deadPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

test('a healthy service has no findings', async () => {
  const found = await findings()
  const names = [
    'node',
    'settings',
    'data folder',
    'free space',
    'key file',
    'database',
    'migrations',
    'secret key',
    'clock',
    'redis',
    'mail',
    'storage',
  ]
  expect([...found.keys()]).toEqual(names)
  expect([...found.values()].filter(({ status }) => status !== 'ok')).toEqual([])
})

test('missing files that the first start creates are not failures', async () => {
  const found = await findings({ dataDir: join(folder, 'not', 'yet'), databaseUrl: undefined })
  expect(found.get('data folder')).toMatchObject({
    status: 'warn',
    advice: 'it is created at the first start',
  })
  expect(found.get('database')).toMatchObject({ status: 'warn', advice: 'it is created at the first start' })
})

test('a file in place of the data folder', async () => {
  const dataDir = join(folder, 'a file')
  await writeFile(dataDir, '')
  const found = await findings({ dataDir })
  expect(found.get('data folder')).toMatchObject({
    status: 'fail',
    detail: expect.stringContaining('not a folder'),
  })
})

test('a key file that others can read', async () => {
  const dataDir = join(folder, 'open')
  await mkdir(dataDir)
  await writeFile(join(dataDir, 'secret.key'), 'a key that everybody can read')
  await chmod(join(dataDir, 'secret.key'), 0o644)
  const found = await findings({ dataDir, secretKey: undefined })
  expect(found.get('key file')).toMatchObject({
    status: 'warn',
    advice: expect.stringContaining('chmod 600'),
  })
})

test('a database that was set up with another key, or whose key is missing', async () => {
  const other = await findings({ secretKey: 'another key than the right one' })
  expect(other.get('secret key')).toMatchObject({
    status: 'fail',
    advice: expect.stringContaining('SECRET_KEY'),
  })
  await rm(join(folder, 'secret.key'), { force: true })
  expect((await findings({ secretKey: undefined })).get('secret key')?.status).toBe('fail')
})

test('a file that is not a SQLite database', async () => {
  const dataDir = join(folder, 'broken')
  await mkdir(dataDir)
  await writeFile(join(dataDir, 'inkstone.db'), 'this is no database, however long it is '.repeat(100))
  const found = await findings({ dataDir, databaseUrl: undefined })
  expect(found.get('database')).toMatchObject({ status: 'fail', advice: expect.stringContaining('backup') })
})

test('lists every external service that does not respond, without its password', async () => {
  const port = await deadPort()
  const found = await findings({
    databaseUrl: `postgres://someone:hush@127.0.0.1:${port}/name`,
    redisUrl: `redis://:hush@127.0.0.1:${port}`,
    smtpUrl: `smtp://someone:hush@127.0.0.1:${port}`,
    s3: {
      bucket: 'media',
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      accessKeyId: 'someone',
      secretAccessKey: 'hush',
    },
    openId: openIdAt(`http://127.0.0.1:${port}`),
  })
  for (const name of ['database', 'redis', 'mail', 'storage', 'single sign-on'])
    expect(found.get(name)).toMatchObject({ status: 'fail', advice: expect.any(String) })
  expect(JSON.stringify([...found.values()])).not.toContain('hush')
})

test('an OpenID provider that responds', async () => {
  const { issuer } = await startOpenIdProvider(openIdAt(''))
  const found = await findings({ openId: openIdAt(issuer) })
  expect(found.get('single sign-on')).toEqual({ name: 'single sign-on', status: 'ok', detail: issuer })
})

test('a Redis that accepts connections but does not respond', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  afterAll(() => silent.close())
  await new Promise((resolve) => silent.once('listening', resolve))
  const { port } = silent.address() as AddressInfo
  expect((await findings({ redisUrl: `redis://127.0.0.1:${port}` })).get('redis')?.status).toBe('fail')
})

test('a bucket without keys', async () => {
  const found = await findings({
    s3: {
      bucket: 'media',
      endpoint: undefined,
      region: 'us-east-1',
      accessKeyId: undefined,
      secretAccessKey: undefined,
    },
  })
  expect(found.get('storage')).toMatchObject({
    status: 'fail',
    detail: expect.stringContaining('S3_ACCESS_KEY_ID'),
  })
})

test('the lines, the JSON and the exit status agree', async () => {
  async function inkstone(words: string[], environment: Record<string, string>) {
    let printed = ''
    let complained = ''
    const status = await runCommandLine(words, {
      environment,
      workingDir: folder,
      print: (text) => {
        printed += text
      },
      complain: (text) => {
        complained += text
      },
    })
    return { status, printed, complained }
  }
  const well = await inkstone(['doctor'], { DATA_DIR: join(folder, 'new') })
  expect(well).toMatchObject({ status: 0, complained: '' })
  for (const line of well.printed.trimEnd().split('\n')) expect(line).toMatch(/^(ok {4}|warn {2}|FAIL {2})\S/)

  const ill = await inkstone(['doctor', '--json'], { PORT: 'x' })
  expect(ill).toMatchObject({ status: 1, complained: 'doctor: 1 of 2 checks failed.\n' })
  const { ok, checks } = JSON.parse(ill.printed)
  expect(ok).toBe(false)
  expect(checks).toContainEqual({
    name: 'settings',
    status: 'fail',
    detail: expect.stringMatching(/^PORT.*[^.]$/),
    advice: expect.any(String),
  })
  expect(() => readConfig({ PORT: 'x' }, folder)).toThrow('PORT')
})
