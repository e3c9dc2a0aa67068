import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createServer } from '../../platform/http/server.ts'
import { mountConsole } from './console.routes.ts'

const SCRIPT = 'export const answer = 42\n'
const log = pino({ level: 'silent' })
const app = createServer({ log })
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkstone-console-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<title>Console</title><meta content="%TIMEZONE%">')
  await writeFile(join(folder, 'secret.js'), 'nobody reads this')
  await writeFile(join(folder, 'assets/console-AB12.js'), SCRIPT)
  await writeFile(join(folder, 'assets/console-AB12.js.gz'), gzipSync(SCRIPT))
  await writeFile(join(folder, 'assets/console-AB12.js.br'), brotliCompressSync(SCRIPT))
  mountConsole(app, { folder, timezone: 'Asia/Shanghai' })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

describe('the page', () => {
  for (const url of ['/admin', '/admin/', '/admin/articles', '/admin/articles/12?x=1'])
    test(`is served at ${url}, with the time zone of the service`, async () => {
      const { statusCode, headers, payload } = await app.inject({ url })
      expect(statusCode).toBe(200)
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      expect(headers['cache-control']).toBe('no-cache')
      expect(headers['content-security-policy']).toContain("script-src 'self'")
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(payload).toContain('content="Asia/Shanghai"')
    })

  test('is not sent again to a client that has it', async () => {
    const { headers } = await app.inject({ url: '/admin' })
    const again = await app.inject({ url: '/admin', headers: { 'if-none-match': String(headers.etag) } })
    expect(again).toMatchObject({ statusCode: 304, payload: '' })
  })

  test('is missing if nothing was built', async () => {
    const bare = createServer({ log })
    mountConsole(bare, { folder: join(folder, 'nowhere'), timezone: 'UTC' })
    expect((await bare.inject({ url: '/admin' })).statusCode).toBe(404)
    await bare.close()
  })
})

describe('the assets', () => {
  const url = '/admin/assets/console-AB12.js'
  const packings = [
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
    ['identity', undefined, (bytes: Buffer) => bytes],
    [undefined, undefined, (bytes: Buffer) => bytes],
  ] as const
  for (const [accepted, packing, unpack] of packings)
    test(`are sent as ${packing ?? 'identity'} to a client that accepts ${accepted ?? 'nothing in particular'}`, async () => {
      const headers = accepted === undefined ? {} : { 'accept-encoding': accepted }
      const { statusCode, headers: sent, rawPayload } = await app.inject({ url, headers })
      expect(statusCode).toBe(200)
      expect(sent['content-encoding']).toBe(packing)
      expect(sent['content-type']).toBe('text/javascript; charset=utf-8')
      expect(sent['cache-control']).toBe('public, max-age=31536000, immutable')
      expect(sent.vary).toContain('Accept-Encoding')
      expect(unpack(rawPayload).toString()).toBe(SCRIPT)
    })

  for (const path of [
    'gone-AB12.js',
    '..%2Fsecret.js',
    'console-AB12.js.br',
    'console-AB12.js%00',
    '__proto__',
  ])
    test(`do not include ${path}`, async () => {
      const { statusCode, payload } = await app.inject({ url: `/admin/assets/${path}` })
      expect(statusCode).toBe(404)
      expect(payload).not.toContain('nobody reads this')
    })
})
