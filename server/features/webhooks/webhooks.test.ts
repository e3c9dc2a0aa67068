import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestSite } from '../../test/harness.ts'
import { until } from '../../test/until.ts'

const service = await startTestService()
let site: TestSite

interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
}
const received: Received[] = []
let answerWith: (path: string) => number = () => 200

const receiver = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const status = answerWith(request.url ?? '')
    received.push({
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    })
    response.writeHead(status, status === 302 ? { location: 'http://127.0.0.1:1/' } : {}).end('thank you')
  })
})

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  site = await service.newSite()
})
afterAll(() => receiver.close())

const address = (path: string) => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}${path}`
const at = (path: string) => received.filter((request) => request.path === path)
const subscribe = async (path: string, events: string[], on = site) =>
  (await on.admin.post('/api/webhooks', { url: address(path), secret: 'a shared secret', events })).data
    .id as number
const write = async (changes: object = {}, on = site) =>
  (
    await on.admin.post('/api/articles', {
      title: '你好',
      content: '<p>正文</p>',
      category_id: on.defaultCategoryId,
      ...changes,
    })
  ).data.id as number

describe('a webhook', () => {
  test('gets the subscribed events, signed, with the documented body', async () => {
    await subscribe('/told', ['article.created', 'article.deleted'])
    const id = await write()
    await site.admin.put(`/api/articles/${id}`, { title: 'Not asked for' })
    await site.admin.delete(`/api/articles/${id}`)
    await until(() => at('/told').length === 2)
    const [created, deleted] = at('/told')
    const body = JSON.parse(created?.body ?? '')
    expect(body).toEqual({
      event: 'article.created',
      timestamp: expect.any(Number),
      data: {
        id,
        title: '你好',
        content: '<p>正文</p>',
        status: 0,
        previous_status: null,
        site_id: site.id,
        alias: 'ni-hao',
        url: '/articles/ni-hao',
        category: { id: site.defaultCategoryId, name: 'Uncategorized', alias: 'uncategorized' },
        tags: [],
        author_id: site.admin.id,
        publish_at: null,
        create_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        update_at: expect.any(String),
      },
    })
    expect(JSON.parse(deleted?.body ?? '').event).toBe('article.deleted')
    const digest = createHmac('sha256', 'a shared secret')
      .update(created?.body ?? '')
      .digest('hex')
    expect(created?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-webhook-signature': `sha256=${digest}`,
      'x-webhook-event': 'article.created',
      'x-webhook-id': expect.any(String),
      'x-webhook-timestamp': expect.stringMatching(/^\d+$/),
    })
  })

  test('gets no events that were rolled back, nor of another site', async () => {
    const other = await service.newSite()
    await subscribe('/quiet', ['article.created'], other)
    await other.admin.post('/api/articles', { title: '', content: 'x', category_id: 1 })
    await write()
    const id = await write({ title: 'Told' }, other)
    await until(() => at('/quiet').length > 0)
    expect(at('/quiet').map(({ body }) => JSON.parse(body).data.id)).toEqual([id])
  })

  test('gets missed events in order, with the same id and bytes, and each attempt is logged', async () => {
    answerWith = (path) => (path === '/late' && at('/late').length < 1 ? 503 : 200)
    const hook = await subscribe('/late', ['article.created', 'article.updated'])
    const id = await write()
    await site.admin.put(`/api/articles/${id}`, { title: 'Second' })
    await until(() => at('/late').length === 1)
    const { data } = await site.admin.get(`/api/webhooks/${hook}/deliveries`)
    const first = data.list.find(({ event }: { event: string }) => event === 'article.created')
    await until(async () =>
      (await site.admin.get(`/api/webhooks/${hook}/deliveries?state=waiting`)).data.list.some(
        ({ attempt_count }: { attempt_count: number }) => attempt_count === 1,
      ),
    )
    await site.admin.post(`/api/webhooks/deliveries/${first.id}/redeliver`)
    await until(() => at('/late').length === 3)
    const [failed, again, then] = at('/late')
    expect(again?.body).toBe(failed?.body)
    expect(again?.headers['x-webhook-id']).toBe(failed?.headers['x-webhook-id'])
    expect(JSON.parse(then?.body ?? '').event).toBe('article.updated')
    await until(
      async () => (await site.admin.get(`/api/webhooks/${hook}/deliveries?state=done`)).data.total === 2,
    )
    const log = (await site.admin.get(`/api/webhooks/${hook}/deliveries`)).data.list.at(-1)
    expect(log.attempts).toMatchObject([
      { status: 503, error: 'answered 503', answer: 'thank you' },
      { status: 200, error: '' },
    ])
  })

  test('that is gone is disabled and the administrators are notified; redirects are not followed', async () => {
    answerWith = (path) => (path === '/gone' ? 410 : path === '/moved' ? 302 : 200)
    const gone = await subscribe('/gone', ['article.created'])
    const moved = await subscribe('/moved', ['article.created'])
    const { etag } = (await site.admin.get(`/api/webhooks/${moved}`)).headers
    await write()
    await until(async () => (await site.admin.get(`/api/webhooks/${gone}`)).data.enabled === 0)
    const told = await service.engine.db
      .selectFrom('messages')
      .select('kind')
      .where('user_id', '=', site.admin.id)
      .execute()
    expect(told.map(({ kind }) => kind)).toContain('webhook-switched-off')
    const messages = (await site.admin.get('/api/messages')).data.list
    expect(messages.map(({ content }: { content: string }) => content)).toContain(
      `${address('/gone')} answered 410 Gone.`,
    )
    await until(async () => (await site.admin.get(`/api/webhooks/${moved}`)).data.failing_since !== null)
    expect((await site.admin.get(`/api/webhooks/${moved}/deliveries`)).data.list[0].attempts[0].status).toBe(
      302,
    )
    const save = () => site.admin.put(`/api/webhooks/${moved}`, {}, { 'if-match': String(etag) })
    expect((await save()).status, 'a failed delivery is no change by another person').toBe(200)
    expect((await save()).status).toBe(412)
    const withUrl = async (path: string) =>
      (await site.admin.put(`/api/webhooks/${moved}`, { url: address(path) })).data.failing_since
    expect(await withUrl('/moved')).not.toBeNull()
    expect(await withUrl('/elsewhere'), 'another receiver has not failed yet').toBeNull()
    await site.admin.delete(`/api/webhooks/${moved}`)
    answerWith = () => 200
  })

  test('shows its secret once, and signs with both for a day after a change', async () => {
    const made = await site.admin.post('/api/webhooks', {
      url: address('/rotated'),
      events: ['page.created'],
    })
    expect(made.data.secret.length).toBeGreaterThan(30)
    const id = made.data.id
    expect((await site.admin.get(`/api/webhooks/${id}`)).text).not.toContain(made.data.secret)
    expect((await site.admin.get('/api/webhooks')).text).not.toContain('secret')
    const kept = await service.engine.db
      .selectFrom('webhooks')
      .select('secret')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(kept.secret).not.toContain(made.data.secret)
    await site.admin.put(`/api/webhooks/${id}`, { secret: 'another secret' })
    const ping = await site.admin.post(`/api/webhooks/${id}/test`)
    expect(ping.data).toMatchObject({ delivered: 1, status: 200, answer: 'thank you' })
    const [request] = at('/rotated')
    const sign = (secret: string) =>
      `sha256=${createHmac('sha256', secret)
        .update(request?.body ?? '')
        .digest('hex')}`
    expect(request?.headers['x-webhook-signature']).toBe(sign('another secret'))
    expect(request?.headers['x-webhook-signature-previous']).toBe(sign(made.data.secret))
    expect(JSON.parse(request?.body ?? '').event).toBe('ping')
  })

  const refusals: Array<[string, object, string]> = [
    ['the url is absent', { url: undefined }, 'url'],
    ['the url is none', { url: 'nonsense' }, 'url'],
    ['the url is a file', { url: 'file:///etc/passwd' }, 'url'],
    ['the url has credentials', { url: 'http://a:b@example.com/' }, 'url'],
    ['the url is private', { url: 'http://10.0.0.1/' }, 'url'],
    ['the url is the metadata service', { url: 'http://169.254.169.254/latest' }, 'url'],
    ['the secret is empty', { secret: '' }, 'secret'],
    ['the events are empty', { events: [] }, 'events'],
    ['an event is unknown', { events: ['article.read'] }, 'events'],
    ['enabled is a word', { enabled: 'no' }, 'enabled'],
  ]
  for (const [when, change, field] of refusals)
    test(`is rejected with 422 on ${field} when ${when}`, async () => {
      const { status, errors } = await site.admin.post('/api/webhooks', {
        url: 'https://example.com/',
        events: ['article.created'],
        ...change,
      })
      expect(status).toBe(422)
      expect(Object.keys(errors)).toEqual([field])
    })

  test('is managed by administrators, on its own site', async () => {
    const id = await subscribe('/own', ['article.created'])
    expect((await (await site.user('auditor')).get('/api/webhooks')).status).toBe(403)
    const other = await service.newSite()
    for (const path of [`/api/webhooks/${id}`, `/api/webhooks/${id}/deliveries`])
      expect((await other.admin.get(path)).status).toBe(404)
    expect((await other.admin.put(`/api/webhooks/${id}`, { enabled: 0 })).status).toBe(404)
    expect((await other.admin.delete(`/api/webhooks/${id}`)).status).toBe(404)
    expect((await other.admin.post('/api/webhooks/deliveries/1/redeliver')).status).toBe(404)
  })

  test('gets everything that failed after a long outage', async () => {
    const own = await service.newSite()
    answerWith = (path) => (path === '/down' ? 500 : 200)
    const hook = await subscribe('/down', ['article.created'], own)
    for (let index = 0; index < 3; index++) await write({ title: `${index}` }, own)
    await until(async () => {
      const { list } = (await own.admin.get(`/api/webhooks/${hook}/deliveries`)).data
      return list.filter(({ attempt_count }: { attempt_count: number }) => attempt_count === 1).length === 3
    })
    await service.engine.transact((tx) =>
      tx
        .updateTable('webhook_deliveries')
        .set({ state: 'failed', ended_at: tx.now })
        .where('webhook_id', '=', hook)
        .execute(),
    )
    answerWith = () => 200
    expect(
      (await own.admin.post(`/api/webhooks/${hook}/redeliver`, { since: '2020-01-01' })).data.success_count,
    ).toBe(3)
    await until(() => at('/down').length === 6)
  })
})

describe('the second signature', () => {
  for (const secret of [
    'a plain secret',
    `whsec_${Buffer.from('thirty-two bytes of a real secret').toString('base64')}`,
  ])
    test(`is valid for Standard Webhooks, with a secret like ${secret.slice(0, 6)}`, async () => {
      const own = await service.newSite()
      const path = `/standard-${own.id}`
      await own.admin.post('/api/webhooks', { url: address(path), secret, events: ['tag.*'] })
      await own.admin.post('/api/tags', { name: 'Told' })
      await write({}, own)
      await until(() => at(path).length > 0)
      const [{ headers, body }] = at(path) as [Received]
      const key = secret.startsWith('whsec_') ? secret : Buffer.from(secret).toString('base64')
      const verified = new Webhook(key).verify(body, headers as Record<string, string>)
      expect(verified).toMatchObject({
        event: 'tag.created',
        data: { name: 'Told', alias: 'told', site_id: own.id },
      })
      expect(() => new Webhook(key).verify(`${body} `, headers as Record<string, string>)).toThrow()
    })
})

describe('a secret', () => {
  for (const secret of [
    'whsec_',
    'whsec_!!!not base64',
    `whsec_${'A'.repeat(28)}`,
    `whsec_${'A'.repeat(100)}`,
  ])
    test(`like ${secret.slice(0, 20)} of ${secret.length} letters is refused`, async () => {
      const own = await service.newSite()
      const made = await own.admin.post('/api/webhooks', { url: address('/x'), secret, events: ['*'] })
      expect([made.status, Object.keys(made.body.errors ?? {})]).toEqual([422, ['secret']])
      expect((await own.admin.get('/api/webhooks')).data.list).toEqual([])
      const { data } = await own.admin.post('/api/webhooks', { url: address('/x'), events: ['*'] })
      expect((await own.admin.put(`/api/webhooks/${data.id}`, { secret })).status).toBe(422)
    })
})

describe('every event', () => {
  test('reaches a webhook that subscribed to *', async () => {
    const own = await service.newSite()
    await own.admin.put('/api/settings', { site_url: 'https://www.example.com', comment_captcha: 0 })
    const path = `/all-${own.id}`
    await subscribe(path, ['*'], own)
    const told = () => at(path).map(({ body }) => JSON.parse(body).event as string)
    const id = await write({ status: 1 }, own)
    await own.admin.post(`/api/articles/${id}/unpublish`)
    await own.admin.post(`/api/articles/${id}/submit`)
    await own.admin.post(`/api/articles/${id}/audit`, { status: 1 })
    const comment = (
      await own.anonymous.post('/api/comments', {
        article_id: id,
        content: 'A comment that is long enough.',
        nickname: 'Guest',
        email: 'guest@example.com',
      })
    ).data.id
    await own.admin.post(`/api/comments/${comment}/audit`, { status: 2 })
    await own.admin.delete(`/api/comments/${comment}`)
    await own.admin.post(`/api/articles/${id}/archive`)
    const category = (await own.admin.post('/api/categories', { name: 'One' })).data.id
    await own.admin.put(`/api/categories/${category}`, { name: 'Two' })
    await own.admin.delete(`/api/categories/${category}`)
    const page = (await own.admin.post('/api/pages', { title: 'P', content: '<p>x</p>', enabled: 0 })).data.id
    await own.admin.put(`/api/pages/${page}`, { enabled: 1 })
    const expected = [
      'article.created',
      'article.published',
      'article.unpublished',
      'article.submitted',
      'article.audited',
      'comment.created',
      'comment.updated',
      'comment.deleted',
      'article.archived',
      'category.created',
      'category.updated',
      'category.deleted',
      'page.created',
      'page.updated',
      'page.published',
    ]
    await until(() => expected.every((kind) => told().includes(kind)))
    const published = at(path).find(({ body }) => JSON.parse(body).event === 'article.unpublished')
    expect(JSON.parse(published?.body ?? '').data).toMatchObject({
      status: 0,
      previous_status: 1,
      url: 'https://www.example.com/articles/ni-hao',
    })
  })

  test('an invalid pattern is rejected', async () => {
    for (const events of [['article'], ['*.created'], ['user.*'], ['article.*', 5]])
      expect((await site.admin.post('/api/webhooks', { url: address('/x'), events })).errors).toHaveProperty(
        'events',
      )
  })
})
