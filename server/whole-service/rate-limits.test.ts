import { describe, expect, test } from 'vitest'
import type { Client } from '../test/client.ts'
import { startTestService } from '../test/harness.ts'

const limits = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'] as const

type Headers = Readonly<Record<string, unknown>>
const told = (headers: Headers) =>
  limits.map((name) => (headers[name] === undefined ? undefined : Number(headers[name])))

describe('with the default limits', async () => {
  const service = await startTestService({
    RATE_LIMIT_ANON: '30',
    RATE_LIMIT_USER: '100',
    TRUST_PROXY: '127.0.0.1',
  })

  test('the 31st anonymous request of a minute is 429, with the three headers and Retry-After', async () => {
    const from = { 'x-forwarded-for': '192.0.2.1' }
    const anonymous = service.client()
    const paths = [
      '/api/users',
      '/api/nothing',
      '/api/v1/auth/me',
      '/api/users/abc',
      '/api/v2/users',
      '/api/%zz',
    ]
    for (let count = 1; count <= 30; count++) {
      const { status, headers } = await anonymous.get(paths[count % paths.length] ?? '', from)
      expect([400, 401, 404]).toContain(status)
      expect(told(headers)).toEqual([30, 30 - count, expect.any(Number)])
    }
    const { status, headers, body } = await anonymous.get('/api/users', from)
    expect([status, body.code]).toEqual([429, 429])
    const now = Date.now() / 1000
    const [limit, remaining, reset] = told(headers)
    expect([limit, remaining]).toEqual([30, 0])
    expect(reset).toBeGreaterThan(now - 1)
    expect(reset).toBeLessThan(now + 61)
    expect(headers['ratelimit-policy']).toBe('"default";q=30;w=60')
    expect(headers.ratelimit).toMatch(/^"default";r=0;t=\d{1,2}$/)
    const wait = Number(headers['retry-after'])
    expect(wait).toBeGreaterThan(0)
    expect(Math.abs(now + wait - Number(reset))).toBeLessThan(3)
    // An invalid token belongs to nobody.
    expect((await service.client({ token: 'forged' }).get('/api/users', from)).status).toBe(429)
    expect((await anonymous.post('/api/auth/login', {}, from)).status).toBe(429)
    const chinese = await anonymous.get('/api/users', { ...from, 'accept-language': 'zh' })
    expect(chinese.body.message).toBe('请求过于频繁，请稍后再试。')
  })

  test('monitoring is not counted', async () => {
    const { statusCode, headers } = await service.app.inject({ url: '/healthz' })
    expect(statusCode).toBe(200)
    expect(told(headers)).toEqual([undefined, undefined, undefined])
  })

  test('a preview counts for the token in its header, which is ignored otherwise', async () => {
    const from = { 'x-forwarded-for': '192.0.2.7' }
    const site = await service.newSite()
    const article = { title: 'Draft', content: 'x', category_id: site.defaultCategoryId }
    const { id } = (await site.admin.post('/api/articles', article)).data
    const path = `/api/preview?token=${(await site.admin.post(`/api/articles/${id}/preview`, {})).data.token}`
    const limitOf = async (token: string | undefined) => {
      const { status, headers, data } = await service
        .client(token === undefined ? {} : { token })
        .get(path, from)
      expect([status, data.title, data.can]).toEqual([200, 'Draft', undefined])
      return told(headers)[0]
    }
    expect(await limitOf(undefined)).toBe(30)
    expect(await limitOf('forged')).toBe(30)
    const { data } = await site.admin.post('/api/tokens', { name: 'Build', scope: 'content' })
    expect(await limitOf(data.token)).toBe(3000)
    expect(await limitOf((await site.user('member')).token)).toBe(100)
  })

  test('a user has 100, from any network and with any token', async () => {
    const member = await service.newUser('member')
    const { data } = await member.post('/api/tokens', { name: 'program' })
    const program = service.client({ token: data.token })
    for (let count = 2; count <= 100; count++) {
      const { status, headers } = await (count % 2 ? member : program).get('/api/auth/me')
      expect([status, ...told(headers).slice(0, 2)]).toEqual([200, 100, 100 - count])
    }
    expect((await member.get('/api/auth/me')).status).toBe(429)
    expect((await program.get('/api/auth/me')).status).toBe(429)
    const other = await service.newUser('member')
    expect((await other.get('/api/auth/me')).status).toBe(200)
  })

  test('a VIP has no limit and no headers; when it expires, they have', async () => {
    const admin = await service.newUser('admin')
    const vip = await service.newUser('member')
    await admin.put(`/api/users/${vip.id}`, { is_vip: 1, vip_expire: '2999-01-01' })
    for (let count = 1; count <= 105; count++) {
      const { status, headers } = await vip.get('/api/auth/me')
      expect([status, ...told(headers)]).toEqual([200, undefined, undefined, undefined])
    }
    await admin.put(`/api/users/${vip.id}`, { vip_expire: '2020-01-01' })
    expect(told((await vip.get('/api/auth/me')).headers).slice(0, 2)).toEqual([100, 99])
  })
})

describe('an IP address', async () => {
  const service = await startTestService({ RATE_LIMIT_ANON: '2', TRUST_PROXY: '10.0.0.0/8, fd00::1' })
  const ask = async (remoteAddress: string, forwarded?: string) => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
    const { statusCode } = await service.app.inject({ url: '/api/users', remoteAddress, headers })
    return statusCode
  }
  async function exhaust(remoteAddress: string, forwarded?: string) {
    for (let count = 1; count <= 2; count++) expect(await ask(remoteAddress, forwarded)).toBe(401)
    expect(await ask(remoteAddress, forwarded)).toBe(429)
  }

  test('is counted separately', async () => {
    await exhaust('198.51.100.1')
    expect(await ask('198.51.100.2')).toBe(401)
    expect(await ask('::ffff:198.51.100.1')).toBe(429)
  })

  test('cannot use X-Forwarded-For unless it is a trusted proxy', async () => {
    await exhaust('198.51.100.3', '203.0.113.1')
    expect(await ask('198.51.100.3', '203.0.113.2')).toBe(429)
    expect(await ask('198.51.100.4', '203.0.113.1')).toBe(401)
  })

  test('behind a trusted proxy is the one that the proxy reports', async () => {
    await exhaust('10.0.0.1', '203.0.113.5')
    expect(await ask('10.0.0.1', '203.0.113.6')).toBe(401)
    expect(await ask('10.0.0.2', '203.0.113.5, 10.9.9.9')).toBe(429)
    expect(await ask('fd00::1', '203.0.113.5')).toBe(429)
    // Values from the client are to the left of the value that the proxy added.
    expect(await ask('10.0.0.1', '1.2.3.4, 203.0.113.5')).toBe(429)
  })

  test('of IPv6 is counted by /64', async () => {
    await exhaust('2001:db8:1:2::1')
    expect(await ask('2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe(429)
    expect(await ask('2001:db8:1:3::1')).toBe(401)
  })
})

test('a limit of 0 means none', async () => {
  const service = await startTestService({ RATE_LIMIT_ANON: '0', RATE_LIMIT_USER: '0' })
  const member = await service.newUser('member')
  for (const client of [service.client(), member])
    expect(told((await client.get('/api/auth/me')).headers)).toEqual([undefined, undefined, undefined])
})

describe.runIf(process.env.TEST_REDIS_URL)('with Redis', () => {
  test('two nodes share their counts', async () => {
    const service = await startTestService({ RATE_LIMIT_ANON: '10000', RATE_LIMIT_USER: '6' })
    const other = await service.newNode()
    const member = await service.newUser('member')
    const there = other.client({ token: member.token })
    const left = async (client: Client, path: string) => told((await client.get(path)).headers)[1] ?? 0
    expect((await left(service.client(), '/api/x')) - (await left(other.client(), '/api/x'))).toBe(1)
    const remaining: number[] = []
    for (const client of [member, there, member, there, member, there])
      remaining.push(await left(client, '/api/auth/me'))
    expect(remaining).toEqual([5, 4, 3, 2, 1, 0])
    expect([(await member.get('/api/auth/me')).status, (await there.get('/api/auth/me')).status]).toEqual([
      429, 429,
    ])
  })
})
