import { get, type IncomingHttpHeaders } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestSite, type TestUser } from '../test/harness.ts'

const service = await startTestService()
let site: TestSite
let reader: TestUser
let address: string

beforeAll(async () => {
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  const at = service.app.server.address()
  address = typeof at === 'object' && at ? `http://127.0.0.1:${at.port}` : ''
  site = await service.newSite()
  reader = await site.user('member')
})

const CHANGING = new Set([
  'date',
  'x-request-id',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'ratelimit',
  'connection',
  'keep-alive',
])

async function ask(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${address}${path}`, {
    headers: {
      authorization: `Bearer ${reader.token}`,
      'x-site': String(site.id),
      'accept-encoding': 'identity',
      ...headers,
    },
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  return {
    status: answer.status,
    all: Object.fromEntries(answer.headers),
    steady: Object.fromEntries([...answer.headers].filter(([name]) => !CHANGING.has(name))),
    data: answer.status === 304 ? undefined : JSON.parse(bytes.toString()).data,
  }
}

/** Not with fetch, which would decompress it. */
function askRaw(path: string, encoding: string) {
  const headers = {
    authorization: `Bearer ${reader.token}`,
    'x-site': String(site.id),
    'accept-encoding': encoding,
  }
  return new Promise<{ statusCode?: number; headers: IncomingHttpHeaders; rawPayload: Buffer }>(
    (resolve, reject) => {
      get(`${address}${path}`, { headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk) => chunks.push(chunk))
        response.on('end', () => {
          const { statusCode = 0, headers } = response
          resolve({ statusCode, headers, rawPayload: Buffer.concat(chunks) })
        })
      }).on('error', reject)
    },
  )
}

async function published(title: string): Promise<number> {
  const { data } = await site.admin.post('/api/articles', {
    title,
    content: `<p>${'long '.repeat(400)}</p>`,
    category_id: site.defaultCategoryId,
    status: 1,
  })
  return data.id
}

describe('a cached response', () => {
  test('equals the one that was read, with the headers of its own request', async () => {
    const id = await published('Asked often')
    const paths = [`/api/articles/${id}`, '/api/articles?page_size=5', '/api/categories', '/api/v1/tags']
    for (const path of paths) {
      const first = await ask(path)
      const again = await ask(path)
      expect(again.steady).toEqual(first.steady)
      expect(again.data).toEqual(first.data)
      expect(again.status).toBe(200)
      expect(again.all['x-request-id']).not.toBe(first.all['x-request-id'])
      expect((await ask(path, { 'x-request-id': 'mine-1' })).all['x-request-id']).toBe('mine-1')
      expect((await ask(path, { 'if-none-match': String(first.all.etag) })).status).toBe(304)
    }
  })

  test('is compressed if the client accepts it, with the current time', async () => {
    const id = await published('Compressed')
    const path = `/api/articles/${id}`
    await ask(path)
    for (const [encoding, unpack] of [
      ['gzip', gunzipSync],
      ['br', brotliDecompressSync],
    ] as const) {
      const { statusCode, headers, rawPayload } = await askRaw(path, encoding)
      expect([statusCode, headers['content-encoding'], headers['content-length']]).toEqual([
        200,
        encoding,
        String(rawPayload.length),
      ])
      const envelope = JSON.parse(unpack(rawPayload).toString())
      expect(envelope.data.title).toBe('Compressed')
      expect(Math.abs(envelope.timestamp - Date.now() / 1000)).toBeLessThan(5)
    }
  })

  test('is invalidated with its content, its session and the permissions of its reader', async () => {
    const id = await published('Before')
    const path = `/api/articles/${id}`
    await ask(path)
    expect((await ask(path)).data.title).toBe('Before')
    await site.admin.put(path, { title: 'After' })
    expect((await ask(path)).data.title).toBe('After')
    expect((await ask(path)).data.title).toBe('After')
    await site.admin.post(`/api/articles/${id}/unpublish`)
    expect((await ask(path)).status).toBe(404)

    const guest = await site.user('member')
    const other = await published('For members')
    const asGuest = () => ask(`/api/articles/${other}`, { authorization: `Bearer ${guest.token}` })
    await asGuest()
    expect((await asGuest()).status).toBe(200)
    await guest.post('/api/auth/logout')
    expect((await asGuest()).status).toBe(401)
    expect((await ask(`/api/articles/${other}`, { authorization: '' })).status).toBe(401)
  })

  test('belongs to the site of the request', async () => {
    const elsewhere = await service.newSite()
    await published('Here')
    const path = '/api/articles?page_size=50'
    await ask(path)
    expect((await ask(path)).data.total).toBeGreaterThan(0)
    const there = await ask(path, {
      'x-site': String(elsewhere.id),
      authorization: `Bearer ${elsewhere.admin.token}`,
    })
    expect(there.data.total).toBe(0)
  })
})

test('a cached response counts against the rate limit, and is rejected above it', async () => {
  const { data } = await site.admin.post('/api/tokens', { name: 'slow', scope: 'read', rate_limit: 5 })
  const id = await published('Limited')
  const statuses: number[] = []
  const remaining: unknown[] = []
  for (let index = 0; index < 7; index++) {
    const answer = await ask(`/api/articles/${id}`, { authorization: `Bearer ${data.token}` })
    statuses.push(answer.status)
    remaining.push(answer.all['x-ratelimit-remaining'])
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
  expect(remaining).toEqual(['4', '3', '2', '1', '0', '0', '0'])
})
