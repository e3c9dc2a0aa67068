import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { preferredEncoding } from '../platform/http/compression.ts'
import { startTestService } from '../test/harness.ts'

const service = await startTestService()

describe('a text over 1 KB', () => {
  const ask = (url: string, encoding?: string) =>
    service.app.inject({ url, headers: encoding === undefined ? {} : { 'accept-encoding': encoding } })

  for (const [url, type] of [
    ['/api/openapi.json', 'application/json'],
    ['/docs', 'text/html'],
    ['/', 'text/html'],
  ] as const)
    test(`is compressed as the client accepts it: ${url}`, async () => {
      const plain = await ask(url)
      expect([plain.statusCode, plain.headers['content-encoding']]).toEqual([200, undefined])
      expect(plain.headers['content-type']).toContain(type)
      expect(plain.headers.vary).toMatch(/accept-encoding/i)
      const gzipped = await ask(url, 'gzip')
      expect(gzipped.headers['content-encoding']).toBe('gzip')
      expect(gunzipSync(gzipped.rawPayload).equals(plain.rawPayload)).toBe(true)
      const brotli = await ask(url, 'gzip, deflate, br')
      expect(brotli.headers['content-encoding']).toBe('br')
      expect(brotliDecompressSync(brotli.rawPayload).equals(plain.rawPayload)).toBe(true)
    })

  test('is compressed while it is made', async () => {
    const site = await service.newSite()
    const texts = Array.from({ length: 20 }, (_, at) => ({
      title: `Number ${at}`,
      content: `<p>${'Some words of an article. '.repeat(50)}</p>`,
      category_id: site.defaultCategoryId,
    }))
    await site.admin.post('/api/articles/batch', { articles: texts })
    for (const url of [
      '/api/articles?include=content',
      '/api/articles/export?format=json',
      '/api/articles/export?format=csv',
    ]) {
      const answerIn = async (encoding: string) => {
        const headers = {
          authorization: `Bearer ${site.admin.token}`,
          'x-site': String(site.id),
          'accept-encoding': encoding,
        }
        const answer = await service.app.inject({ url, headers })
        expect(answer.headers.vary, url).toMatch(/accept-encoding/i)
        return { encoding: answer.headers['content-encoding'], bytes: answer.rawPayload }
      }
      const withoutTime = (bytes: Buffer) => String(bytes).replace(/"timestamp":\d+/, '')
      const plain = await answerIn('identity')
      expect(plain.encoding).toBeUndefined()
      for (const [encoding, unpacked] of [
        ['gzip', gunzipSync],
        ['br', brotliDecompressSync],
      ] as const) {
        const packed = await answerIn(encoding)
        expect(packed.encoding, url).toBe(encoding)
        expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 5)
        expect(withoutTime(unpacked(packed.bytes))).toBe(withoutTime(plain.bytes))
      }
    }
  })

  test('is 304 in any encoding', async () => {
    const { headers } = await ask('/api/openapi.json', 'gzip')
    const again = await service.app.inject({
      url: '/api/openapi.json',
      headers: { 'if-none-match': String(headers.etag), 'accept-encoding': 'br' },
    })
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
  })

  test('a small one is not compressed', async () => {
    const { headers } = await ask('/api/site', 'gzip')
    expect(headers['content-encoding']).toBeUndefined()
  })
})

test.each([
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['gzip;q=0', undefined],
  ['gzip', 'gzip'],
  ['GZIP;q=0.5', 'gzip'],
  ['br;q=0.1, gzip;q=0.9', 'gzip'],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
] as const)('of %j, %j is taken', (header, encoding) => {
  expect(preferredEncoding(header)).toBe(encoding)
})
