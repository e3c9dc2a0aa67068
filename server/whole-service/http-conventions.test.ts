import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { ProblemName } from '@inkstone/contract/problems.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { statusOf } from '../platform/core/problem.ts'
import { startTestService } from '../test/harness.ts'

const service = await startTestService({ CORS_ORIGINS: 'https://console.example.com' })
const admin = await service.newUser('admin')
const anonymous = service.client()

const MEGABYTE = 1024 * 1024

/** The headers of every response under /api. */
function expectManners({ status, headers, body }: Awaited<ReturnType<typeof admin.get>>): void {
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(headers['x-api-version']).toBe('v1.0')
  expect(headers['x-request-id']).toMatch(/^[\w.-]{1,64}$/)
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['x-frame-options']).toBe('DENY')
  expect(headers['referrer-policy']).toBe('no-referrer')
  expect([status, body.code]).toEqual([status, status])
  if (status >= 400) expect(statusOf(body.error as ProblemName)).toBe(status)
  else expect(body).not.toHaveProperty('error')
  expect(headers['www-authenticate']).toBe(status === 401 ? 'Bearer' : undefined)
  expect(typeof body.message).toBe('string')
  expect(Math.abs(body.timestamp - Date.now() / 1000)).toBeLessThan(60)
}

test('a body is JSON, whatever its media type, or empty', async () => {
  const body = JSON.stringify({ name: 'Told by nobody' })
  for (const type of ['application/json', 'application/problem+json', 'text/plain;charset=UTF-8'])
    expect((await admin.post('/api/tags', body, { 'content-type': type })).status, type).toBe(201)
  const headers = { authorization: `Bearer ${admin.token}` }
  const untold = await service.app.inject({ method: 'POST', url: '/api/tags', headers, payload: body })
  expect(untold.statusCode).toBe(201)
})

describe('every response is an envelope', () => {
  const user = { username: 'somebody', password: 'long enough', email: 'x@example.com' }
  const answers = [
    ['a page of a list', 200, () => admin.get('/api/users')],
    ['a path that does not exist', 404, () => admin.get('/api/nothing')],
    ['the root', 404, () => anonymous.get('/api')],
    ['the root with a query', 404, () => anonymous.get('/api?x=1')],
    ['a doubled slash', 404, () => admin.get('/api//users')],
    ['a row that does not exist', 404, () => admin.get('/api/users/999999')],
    ['a site that does not exist', 404, () => admin.get('/api/users', { 'x-site': 'nowhere' })],
    ['a site whose name is no text', 404, () => anonymous.get('/api/users?site_id=%00')],
    ['nobody where somebody is needed', 401, () => anonymous.get('/api/users')],
    ['an id that is none', 400, () => admin.get('/api/users/abc')],
    ['an id beyond all numbers', 404, () => admin.get(`/api/users/${'9'.repeat(400)}`)],
    ['an id longer than any', 400, () => admin.get(`/api/users/${'9'.repeat(5000)}`)],
    ['an escape that is none, in the path', 400, () => admin.get('/api/users/%zz')],
    ['an escape that is none, before any path', 400, () => admin.get('/api/%')],
    ['a NUL in the path', 400, () => admin.get('/api/users/%00')],
    ['a NUL in the query', 400, () => admin.get('/api/users?keyword=a%00b')],
    ['a parameter given twice', 400, () => admin.get('/api/users?page=1&page=2')],
    ['a page that is none', 400, () => admin.get('/api/users?page=0')],
    ['broken JSON', 400, () => admin.post('/api/users', '{"username":')],
    ['JSON 20,000 deep', 400, () => admin.post('/api/users', '['.repeat(20_000) + ']'.repeat(20_000))],
    ['a body of the wrong type', 422, () => admin.post('/api/users', [])],
    ['no body where one is needed', 422, () => admin.post('/api/users')],
    ['null for a body', 422, () => admin.post('/api/users', 'null')],
    ['wrong types everywhere', 422, () => admin.post('/api/users', { username: 1, password: [], email: {} })],
    ['an escaped NUL', 422, () => admin.post('/api/users', { ...user, nickname: 'a\0b' })],
    ['half a surrogate pair', 422, () => admin.post('/api/users', { ...user, nickname: '\ud83d' })],
    ['a body of 12 MB', 413, () => admin.post('/api/users', `"${'a'.repeat(12 * MEGABYTE)}"`)],
    [
      'a form',
      400,
      () => admin.post('/api/users', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }),
    ],
    ['plain text', 400, () => admin.post('/api/users', 'a', { 'content-type': 'text/plain' })],
    ['a body of another type', 415, () => admin.post('/api/users', 'a', { 'content-type': 'text/xml' })],
    ['a method that a path beside ids has not', 405, () => admin.get('/api/articles/batch')],
    ['a method that a page outside has not', 405, () => admin.send('DELETE', '/healthz')],
    ['a body of no type', 415, () => admin.post('/api/users', 'a', { 'content-type': '' })],
    ['a method that the path has not', 405, () => admin.delete('/api/users')],
    ['a method that nobody has', 405, () => admin.send('TRACE' as 'GET', '/api/users')],
    ['OPTIONS of no page', 405, () => admin.send('OPTIONS', '/api/users')],
    ['a version that is not served', 404, () => admin.get('/api/v2/users')],
    ['a bad key for retries', 400, () => admin.post('/api/users', user, { 'idempotency-key': 'a b' })],
  ] as const
  for (const [what, status, ask] of answers)
    test(`${status} for ${what}`, async () => {
      const answer = await ask()
      expect(answer.status).toBe(status)
      expectManners(answer)
    })

  test('400 and 422 name the field', async () => {
    expect((await admin.get('/api/users/abc')).errors).toHaveProperty('id')
    expect((await admin.get('/api/users?page=0&page_size=x&role=king')).errors).toMatchObject({
      page: [expect.any(String)],
      page_size: [expect.any(String)],
      role: [expect.any(String)],
    })
    expect(Object.keys((await admin.post('/api/users', {})).errors).sort()).toEqual(['email', 'username'])
  })

  test('405 lists the methods of the path', async () => {
    expect((await admin.delete('/api/users')).headers.allow).toBe('GET, HEAD, POST')
    expect((await admin.post('/api/users/1')).headers.allow).toBe('DELETE, GET, HEAD, PUT')
    expect((await admin.get('/api/auth/login')).headers.allow).toBe('POST')
  })

  test('404 of an unknown version lists the supported ones', async () => {
    for (const path of ['/api/v2/users', '/api/v0/users', '/api/v2', '/api/v10/auth/me'])
      expect((await admin.get(path)).body.message).toContain('v1')
  })

  test('404 outside /api is an HTML page', async () => {
    const { status, headers } = await anonymous.get('/nothing')
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
  })
})

describe('a message', () => {
  test('is in Chinese if requested, for each field', async () => {
    const zh = { 'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8' }
    expect((await anonymous.get('/api/users', zh)).body.message).toBe('请先登录。')
    expect((await admin.get('/api/nothing', zh)).body.message).toBe('请求的路径不存在。')
    expect((await admin.post('/api/users', {}, zh)).errors.username).toEqual(['不能为空。'])
    expect((await admin.get('/api/users/%zz', zh)).body.message).toBe('请求地址无效。')
    expect((await admin.get('/api/users', zh)).body.message).toBe('success')
    expect((await admin.get('/api/nothing', { 'accept-language': 'fr' })).body.message).toBe(
      'This path does not exist.',
    )
  })
})

describe('paths', () => {
  test('with and without the version are equivalent', async () => {
    for (const path of ['/users', '/users/', '/users?page_size=1', '/auth/me', '/users/abc', '/nothing']) {
      const [plain, versioned] = [await admin.get(`/api${path}`), await admin.get(`/api/v1${path}`)]
      expect(versioned.status).toBe(plain.status)
      expect(versioned.data).toEqual(plain.data)
    }
    expect((await anonymous.get('/api/v1')).status).toBe(404)
    expect((await anonymous.post('/api/v1/auth/login', {})).status).toBe(422)
  })

  test('written in another way have the same access checks', async () => {
    for (const url of ['/%61pi/users', '/api/%75sers', 'http://elsewhere.example.com/api/users']) {
      const authorization = `Bearer ${admin.token}`
      expect((await service.app.inject({ url })).statusCode).toBe(401)
      expect((await service.app.inject({ url, headers: { authorization } })).statusCode).toBe(200)
    }
  })
})

describe('a request id', () => {
  test('is the one that was sent, or a new one if it is invalid', async () => {
    const idFor = async (id: string) =>
      (await anonymous.get('/api/users', { 'x-request-id': id })).headers['x-request-id']
    expect(await idFor('import-42.b_C')).toBe('import-42.b_C')
    for (const bad of ['', 'a b', 'x'.repeat(65), 'a"b', 'é'])
      expect(await idFor(bad)).toMatch(/^[0-9a-f-]{36}$/)
    const { headers } = await anonymous.get('/api/users')
    expect(headers['x-request-id']).not.toBe((await anonymous.get('/api/users')).headers['x-request-id'])
  })
})

describe('caching', () => {
  test('a GET has an ETag, and 304 without a body for a client that has it', async () => {
    const first = await admin.get('/api/users?page_size=1')
    const etag = String(first.headers.etag)
    expect(first.headers['cache-control']).toBe('private, no-cache')
    expect(first.headers.vary).toContain('Authorization')
    for (const held of [etag, `"x", ${etag}`, '*']) {
      const again = await admin.get('/api/users?page_size=1', { 'if-none-match': held })
      expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag])
    }
    expect((await admin.get('/api/users?page_size=1', { 'if-none-match': '"x"' })).status).toBe(200)
    expect((await admin.get('/api/users?page_size=2', { 'if-none-match': etag })).status).toBe(200)
  })

  test('errors and changes are not cached', async () => {
    expect((await admin.get('/api/nothing')).headers['cache-control']).toBe('no-store')
    expect((await anonymous.post('/api/auth/login', {})).headers['cache-control']).toBe('no-store')
    expect((await admin.put('/api/auth/me', {})).headers['cache-control']).toBe('no-store')
  })

  test('HEAD is GET without the body', async () => {
    const [get, head] = [await admin.get('/api/auth/me'), await admin.send('HEAD', '/api/auth/me')]
    expect([head.status, head.text]).toEqual([200, ''])
    expect(head.headers.etag).toBe(get.headers.etag)
    expect(head.headers['content-length']).toBe(get.headers['content-length'])
    expect((await anonymous.send('HEAD', '/api/auth/me')).status).toBe(401)
    expect((await admin.send('HEAD', '/api/users/999999')).status).toBe(404)
  })

  test('HEAD of a streamed list names no length, because that of the GET is not known', async () => {
    const url = '/api/articles?include=content'
    const [get, head] = [await admin.get(url), await admin.send('HEAD', url)]
    expect([head.status, head.text, head.headers.etag]).toEqual([200, '', get.headers.etag])
    expect([head.headers['content-length'], get.headers['content-length']]).toEqual([undefined, undefined])
  })

  test('a compressed body is 415 with the reason, and nothing is stored', async () => {
    const user = { username: 'packed', password: 'long enough', email: 'packed@example.com' }
    const send = (coding: string) => admin.post('/api/users', user, { 'content-encoding': coding })
    for (const coding of ['gzip', 'br', 'GZIP', 'identity, gzip']) {
      const { status, body } = await send(coding)
      expect([coding, status, body.error]).toEqual([coding, 415, 'content-encoding-unsupported'])
    }
    const upload = await admin.post('/api/media/upload', '--x--', {
      'content-type': 'multipart/form-data; boundary=x',
      'content-encoding': 'gzip',
    })
    expect([upload.status, upload.body.error]).toEqual([415, 'content-encoding-unsupported'])
    expect((await admin.get('/api/users?keyword=packed')).data.total).toBe(0)
    expect((await send('Identity')).status).toBe(201)
  })

  test('If-Match: a save of the current state succeeds, of an older one gets 412', async () => {
    const { data: user } = await admin.post('/api/users', {
      username: 'guarded',
      password: 'long enough',
      email: 'guarded@example.com',
    })
    const path = `/api/users/${user.id}`
    const etag = String((await admin.get(path)).headers.etag)
    const save = (nickname: string, held: string) => admin.put(path, { nickname }, { 'if-match': held })
    expect((await save('one', etag)).status).toBe(200)
    const late = await save('two', etag)
    expect(late.status).toBe(412)
    expectManners(late)
    expect((await admin.get(path)).data.nickname).toBe('one')
    expect((await save('three', '*')).status).toBe(200)
    expect((await save('four', '"x"')).status).toBe(412)
    expect((await admin.put(path, { nickname: 'five' })).status).toBe(200)
    expect((await admin.put('/api/users/999999', {}, { 'if-match': '*' })).status).toBe(404)
  })

  test('of many simultaneous saves from the same state, one succeeds', async () => {
    const etag = String((await admin.get('/api/auth/me')).headers.etag)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        admin.put('/api/auth/me', { nickname: `n${index}` }, index === 7 ? {} : { 'if-match': etag }),
      ),
    )
    expect(answers.at(-1)?.status).toBe(200)
    expect(answers.slice(0, -1).filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    expect(answers.every(({ status }) => status === 200 || status === 412)).toBe(true)
  })
})

describe('Idempotency-Key', () => {
  let last = 0
  const fresh = () => ({
    username: `key-${++last}`,
    password: 'long enough',
    email: `key-${last}@example.com`,
  })
  const create = (body: object, key: string, by = admin) =>
    by.post('/api/users', body, { 'idempotency-key': key })

  test('the same key returns the first response, and creates nothing', async () => {
    const body = fresh()
    const first = await create(body, 'one')
    const again = await create(body, 'one')
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.data).toEqual(first.data)
    expect(first.headers['idempotent-replayed']).toBeUndefined()
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect((await admin.get(`/api/users?keyword=${body.username}`)).data.total).toBe(1)
  })

  test('the first response is returned with its ETag, which If-Match takes until the next change', async () => {
    const site = await service.newSite()
    const create = (path: string, body: object) =>
      site.admin.post(path, body, { 'idempotency-key': `of ${path}`.replace(' ', '') })
    for (const [path, body, url] of [
      [
        '/api/articles',
        { title: 'Tagged', content: 'x', category_id: site.defaultCategoryId },
        (data: { id: number }) => `/api/articles/${data.id}`,
      ],
      ['/api/categories', { name: 'Tagged' }, (data: { id: number }) => `/api/categories/${data.id}`],
      ['/api/tags', { name: 'Tagged' }, (data: { id: number }) => `/api/tags/${data.id}`],
      [
        '/api/pages',
        { title: 'Tagged', alias: 'tagged', content: 'x' },
        (data: { alias: string }) => `/api/pages/${data.alias}`,
      ],
    ] as const) {
      const first = await create(path, body)
      const again = await create(path, body)
      expect([path, again.status, again.data]).toEqual([path, 201, first.data])
      expect(again.headers.etag).toMatch(/^(W\/)?".+"$/)
      expect(again.headers.etag).toBe(first.headers.etag)
      const change = () =>
        site.admin.put(url(again.data), { seo_title: 'New' }, { 'if-match': String(again.headers.etag) })
      expect([path, (await change()).status]).toEqual([path, 200])
      expect([path, (await change()).status]).toEqual([path, 412])
      expect((await create(path, body)).headers.etag).toBe(first.headers.etag)
    }
  })

  test('twenty at once create one', async () => {
    const body = fresh()
    // Opens the database connections first: twenty simultaneous hashes leave no thread to do it in time.
    await Promise.all(Array.from({ length: 20 }, () => admin.get('/api/auth/me')))
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(body, 'twenty')))
    expect(new Set(answers.map(({ status, data }) => `${status} ${data.id}`)).size).toBe(1)
    expect(answers.filter(({ headers }) => headers['idempotent-replayed']).length).toBe(19)
  })

  test('is bound to method, path and body: with another of these it is 422, and nothing is created', async () => {
    const headers = { 'idempotency-key': 'mine' }
    const body = fresh()
    expect((await create(body, 'mine')).status).toBe(201)
    const other = fresh()
    const refused = [
      await create(other, 'mine'),
      await create({ ...body, nickname: 'x' }, 'mine'),
      await admin.post('/api/sites', { name: 'Reused' }, headers),
      await admin.post('/api/users?x=1', other, headers),
    ]
    for (const answer of refused)
      expect([answer.status, answer.body.error, answer.errors]).toEqual([
        422,
        'idempotency-key-reused',
        { 'Idempotency-Key': [answer.body.message] },
      ])
    expect((await admin.get(`/api/users?keyword=${other.username}`)).data.total).toBe(0)
    expect((await create(body, 'mine')).headers['idempotent-replayed']).toBe('true')
  })

  test('of anonymous callers is bound to the request as for others', async () => {
    const site = await service.newSite()
    await site.admin.put('/api/settings', { comment_captcha: 0, comment_ip_interval: 0, public_read: 1 })
    const { data } = await site.admin.post('/api/articles', {
      title: 't',
      content: 'c',
      category_id: site.defaultCategoryId,
      status: 1,
    })
    const say = (content: string) =>
      site.anonymous.post(
        '/api/comments',
        { article_id: data.id, content, nickname: 'guest', email: 'guest@example.com' },
        { 'idempotency-key': '1' },
      )
    const waiting = async () => (await site.admin.get('/api/comments?status=0')).data.total
    const one = await say('the first of two strangers')
    expect(one.status).toBe(200)
    const refused = await say('the second of two strangers')
    expect([refused.status, refused.body.error]).toEqual([422, 'idempotency-key-reused'])
    expect(await waiting()).toBe(1)
    expect((await say('the first of two strangers')).data.id).toBe(one.data.id)
  })

  test('is separate for each caller and site', async () => {
    const first = await create(fresh(), 'shared')
    const other = await service.newUser('admin')
    expect((await create(fresh(), 'shared', other)).data.id).not.toBe(first.data.id)
    const site = await admin.post('/api/sites', { name: 'Keys' })
    const elsewhere = await admin.post('/api/users', fresh(), {
      'idempotency-key': 'shared',
      'x-site': String(site.data.id),
    })
    expect(elsewhere.data.id).not.toBe(first.data.id)
  })

  test('can be retried when the first attempt failed', async () => {
    const body = fresh()
    expect((await create({ ...body, email: 'none' }, 'retry')).status).toBe(422)
    expect((await create({ ...body, username: admin.username }, 'retry')).errors).toHaveProperty('username')
    const done = await create(body, 'retry')
    expect([done.status, done.headers['idempotent-replayed']]).toEqual([201, undefined])
  })

  test('expires after 24 hours', async () => {
    const body = fresh()
    const first = await create(body, 'old')
    const age = (ms: number) =>
      service.engine.transact((tx) =>
        sql`update idempotency_keys set created_at = ${tx.now - ms} where key = ${'old'}`.execute(tx),
      )
    await age(24 * 3_600_000 - 60_000)
    expect((await create(body, 'old')).data.id).toBe(first.data.id)
    await age(24 * 3_600_000 + 60_000)
    expect((await create(fresh(), 'old')).data.id).not.toBe(first.data.id)
  })

  for (const bad of ['', ' ', 'a b', 'x'.repeat(201), 'é'])
    test(`cannot be ${JSON.stringify(bad.slice(0, 10))}`, async () => {
      expect((await create(fresh(), bad)).status).toBe(400)
    })
})

describe('CORS', () => {
  const origin = 'https://console.example.com'

  test('origins in the settings may call, and get the headers', async () => {
    const { headers } = await admin.get('/api/auth/me', { origin })
    expect(headers['access-control-allow-origin']).toBe(origin)
    expect(headers['access-control-expose-headers']).toContain('X-RateLimit-Remaining')
    expect(headers.vary).toMatch(/Origin.*Authorization/)
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
    const asking = await anonymous.send('OPTIONS', '/api/users', undefined, {
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization, if-match',
    })
    expect([asking.status, asking.text]).toEqual([204, ''])
    expect(asking.headers['access-control-allow-methods']).toContain('PUT')
    expect(asking.headers['access-control-allow-headers']).toMatch(/Authorization.*If-Match/)
    // A stored error response can be replayed as well.
    expect((await anonymous.get('/api/users', { origin })).headers['access-control-allow-origin']).toBe(
      origin,
    )
  })

  test('other origins get no headers', async () => {
    for (const other of ['https://evil.example.com', 'null', `${origin}.evil.com`]) {
      const { headers } = await admin.get('/api/auth/me', { origin: other })
      expect(headers).not.toHaveProperty('access-control-allow-origin')
      expect(headers.vary).toContain('Origin')
    }
  })
})

describe('on a real socket', () => {
  let port = 0
  beforeAll(async () => {
    await service.app.listen({ port: 0, host: '127.0.0.1' })
    port = (service.app.server.address() as AddressInfo).port
  })

  /** Sends the bytes and parses the result as an HTTP response. */
  function exchange(...parts: Array<string | Buffer>) {
    return new Promise<{ status: number; head: string; body: { code?: number } }>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1')
      let received = ''
      socket.on('data', (chunk) => {
        received += chunk
        const [head = '', ...rest] = received.split('\r\n\r\n')
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN)
        const text = rest.join('\r\n\r\n')
        if (text.length < length || Number.isNaN(length)) return
        socket.destroy()
        resolve({ status: Number(head.split(' ')[1]), head, body: text === '' ? {} : JSON.parse(text) })
      })
      socket.on('error', reject)
      socket.on('close', () => reject(new Error(`closed after ${JSON.stringify(received)}`)))
      for (const part of parts) socket.write(part)
    })
  }
  const request = (line: string, ...headers: string[]) => `${[line, ...headers].join('\r\n')}\r\n\r\n`

  const exchanges: Array<[string, number, () => Array<string | Buffer>]> = [
    ['garbage', 400, () => ['garbage\r\n\r\n']],
    ['bytes of another protocol', 400, () => [Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3])]],
    [
      'headers of 20 KB',
      431,
      () => [request('GET /api/users HTTP/1.1', 'Host: x', `X-Long: ${'a'.repeat(20_480)}`)],
    ],
    [
      'an address of 20 KB',
      431,
      () => [request(`GET /api/users?keyword=${'a'.repeat(20_480)} HTTP/1.1`, 'Host: x')],
    ],
    ['no Host', 400, () => [request('GET /api/users HTTP/1.1')]],
    [
      'two lengths',
      400,
      () => [request('POST /api/users HTTP/1.1', 'Host: x', 'Content-Length: 1', 'Content-Length: 2')],
    ],
    [
      'a length and chunks',
      400,
      () => [
        request('POST /api/users HTTP/1.1', 'Host: x', 'Content-Length: 1', 'Transfer-Encoding: chunked'),
      ],
    ],
    [
      'an expectation nobody can meet',
      401,
      () => [request('GET /api/users HTTP/1.1', 'Host: x', 'Expect: a miracle')],
    ],
    ['an escape that is none', 400, () => [request('GET /api/%zz HTTP/1.1', 'Host: x')]],
    ['a whole address', 401, () => [request('GET http://elsewhere/api/users HTTP/1.1', 'Host: x')]],
    [
      'a host and a path in the address',
      404,
      () => [request('GET http://elsewhere/api HTTP/1.1', 'Host: x')],
    ],
    ['a method that needs a content type', 405, () => [request('QUERY /api/users HTTP/1.1', 'Host: x')]],
    ['a method of another protocol', 405, () => [request('PROPFIND /api/users HTTP/1.1', 'Host: x')]],
    [
      'bytes that are no UTF-8',
      400,
      () => {
        const body = Buffer.from([0x22, 0xff, 0xfe, 0x22])
        return [
          request(
            'POST /api/auth/login HTTP/1.1',
            'Host: x',
            'Content-Type: application/json',
            'Content-Length: 4',
          ),
          body,
        ]
      },
    ],
    [
      '12 MB',
      413,
      () => {
        const body = Buffer.alloc(12 * MEGABYTE, 0x20)
        return [
          request(
            'POST /api/auth/login HTTP/1.1',
            'Host: x',
            'Content-Type: application/json',
            `Content-Length: ${body.length}`,
          ),
          body,
        ]
      },
    ],
    [
      '12 MB in chunks',
      413,
      () => {
        const chunk = Buffer.alloc(MEGABYTE, 0x20)
        const head = request(
          'POST /api/auth/login HTTP/1.1',
          'Host: x',
          'Content-Type: application/json',
          'Transfer-Encoding: chunked',
        )
        return [
          head,
          ...Array.from({ length: 12 }, () => [`${MEGABYTE.toString(16)}\r\n`, chunk, '\r\n']).flat(),
        ]
      },
    ],
  ]
  for (const [what, status, parts] of exchanges)
    test(`${status} for ${what}, in an envelope, and the service continues`, async () => {
      const answer = await exchange(...parts())
      expect(answer.status).toBe(status)
      expect(answer.body).toMatchObject({
        code: status,
        message: expect.any(String),
        timestamp: expect.any(Number),
      })
      expect(answer.head).toMatch(/^x-api-version: v1\.0$/im)
      expect(answer.head).toMatch(/^x-request-id: [\w.-]+$/im)
      expect(answer.head).toMatch(/^cache-control: no-store$/im)
      if (status === 405) expect(answer.head).toMatch(/^allow: GET, HEAD, POST$/im)
      expect((await admin.get('/api/auth/me')).status).toBe(200)
    })

  test('a body that is too large is read, so that the response is not lost', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const send = (body: string) =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const headers = { 'content-type': 'application/json', 'content-length': body.length }
        const sending = httpRequest(
          { port, agent, method: 'POST', path: '/api/auth/login', headers },
          resolve,
        )
        sending.on('error', reject).end(body)
      })
    for (const [body, status] of [
      [' '.repeat(12 * MEGABYTE), 413],
      ['{', 400],
      [' '.repeat(12 * MEGABYTE), 413],
      ['{}', 422],
    ] as const) {
      const answer = await send(body)
      expect([answer.statusCode, answer.headers.connection]).toEqual([status, 'keep-alive'])
      await answer.resume().toArray()
    }
    agent.destroy()
  })

  test('a slow client is disconnected eventually', () => {
    const { headersTimeout, requestTimeout, timeout, keepAliveTimeout } = service.app.server
    expect(headersTimeout).toBe(15_000)
    // The limit applies to idle time: an upload that makes progress is not cut off.
    expect([requestTimeout, timeout]).toEqual([0, 60_000])
    expect(keepAliveTimeout).toBe(65_000)
  })
})
