import { beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestSite, type TestUser } from '../test/harness.ts'

const service = await startTestService()
const other = await service.newNode()
const nodes = await Promise.all([service, other].map(({ app }) => app.listen({ port: 0, host: '127.0.0.1' })))
const [here = '', there = ''] = nodes

let site: TestSite
let reader: TestUser
let articleId: number

interface Got {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests check the content themselves.
  body: any
}

async function get(node: string, path: string, token = reader.token, headers = {}): Promise<Got> {
  const answer = await fetch(`${node}${path}`, {
    headers: { authorization: `Bearer ${token}`, 'x-site': String(site.id), ...headers },
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) }
}

/** Requests from every node twice, so that the second response comes from its cache. */
async function everywhere(path: string, token = reader.token): Promise<Got[]> {
  const answers: Got[] = []
  for (const node of nodes) {
    await get(node, path, token)
    answers.push(await get(node, path, token))
  }
  return answers
}

beforeAll(async () => {
  site = await service.newSite()
  reader = await service.newUser('member', site.id)
  const { data } = await site.admin.post('/api/articles', {
    title: 'Remembered',
    content: '<p>As it was.</p>',
    category_id: site.defaultCategoryId,
    status: 1,
  })
  articleId = data.id
})

describe('a cached response', () => {
  test('equals one that was built for the request', async () => {
    for (const path of [`/api/articles/${articleId}`, '/api/articles', `/api/v1/articles?page_size=5`]) {
      const [first, , second] = [await get(here, path), await get(here, path), await get(here, path)]
      const injected = await service.app.inject({
        url: path,
        headers: { authorization: `Bearer ${reader.token}`, 'x-site': String(site.id) },
      })
      expect(second.status).toBe(200)
      expect({ ...second.body, timestamp: 0 }).toEqual({ ...first.body, timestamp: 0 })
      expect({ ...second.body, timestamp: 0 }).toEqual({ ...injected.json(), timestamp: 0 })
      expect(Math.abs(second.body.timestamp - Date.now() / 1000)).toBeLessThan(5)
      const own = ['date', 'connection', 'keep-alive', 'x-request-id']
      const names = (headers: Iterable<[string, unknown]>) =>
        Object.fromEntries(
          [...headers].filter(([name]) => !own.includes(name)).map(([k, v]) => [k, String(v)]),
        )
      expect(names(second.headers)).toEqual(
        names(Object.entries(injected.headers).filter(([, value]) => value !== undefined)),
      )
    }
  })

  test('is 304 for a client that has it, and has a request id', async () => {
    const path = `/api/articles/${articleId}`
    const [, known] = await everywhere(path)
    const etag = known?.headers.get('etag') ?? ''
    for (const node of nodes) {
      const again = await get(node, path, reader.token, { 'if-none-match': etag, 'x-request-id': 'mine-1' })
      expect([again.status, again.headers.get('etag'), again.headers.get('x-request-id')]).toEqual([
        304,
        etag,
        'mine-1',
      ])
    }
  })

  test('is not sent to callers without access', async () => {
    const { data } = await site.admin.post('/api/articles', {
      title: 'A draft',
      content: '<p>Not yet.</p>',
      category_id: site.defaultCategoryId,
    })
    const path = `/api/articles/${data.id}`
    const editor = await service.newUser('editor', site.id)
    const auditor = await service.newUser('auditor', site.id)
    expect((await everywhere(path, auditor.token)).map(({ status }) => status)).toEqual([200, 200])
    for (const { token } of [editor, reader])
      expect((await everywhere(path, token)).map(({ status }) => status)).toEqual([404, 404])
    const anonymous = await fetch(`${here}${path}`, { headers: { 'x-site': String(site.id) } })
    expect(anonymous.status).toBe(401)
    const elsewhere = await get(here, path, auditor.token, { 'x-site': '1' })
    expect(elsewhere.status).toBe(404)
    expect((await get(here, `${path}?token=${reader.token}`, auditor.token)).status).toBe(200)
    const byAddress = await fetch(`${here}${path}?%74oken=${reader.token}`, {
      headers: { 'x-site': String(site.id) },
    })
    expect(byAddress.status).toBe(404)
  })

  test('shows editors their own drafts, and no others', async () => {
    const [one, two] = [await service.newUser('editor', site.id), await service.newUser('editor', site.id)]
    const { data } = await one.post('/api/articles', {
      title: "One's own",
      content: '<p>Mine.</p>',
      category_id: site.defaultCategoryId,
    })
    const listed = async (token: string) =>
      (await everywhere('/api/articles?status=0', token)).map(({ body }) =>
        body.data.list.some(({ id }: { id: number }) => id === data.id),
      )
    expect(await listed(one.token)).toEqual([true, true])
    expect(await listed(two.token)).toEqual([false, false])
  })
})

describe('the next request, on any node, sees', () => {
  const detail = () => `/api/articles/${articleId}`
  const shown = async (path: string) => (await everywhere(path)).map(({ body }) => body.data)

  test('a change of the article', async () => {
    await everywhere(detail())
    await everywhere('/api/articles')
    await site.admin.put(detail(), { title: 'Another title' })
    for (const node of nodes) {
      expect((await get(node, detail())).body.data.title).toBe('Another title')
      expect((await get(node, '/api/articles')).body.data.list[0].title).toBe('Another title')
    }
  })

  test('views, likes and favorites', async () => {
    const [before] = await shown(detail())
    await everywhere('/api/articles?sort=view_count')
    await other.client({ token: reader.token, siteId: site.id }).post(`${detail()}/view`)
    await reader.post(`${detail()}/like`)
    await reader.post(`${detail()}/favorite`)
    for (const node of nodes) {
      const { data } = (await get(node, detail())).body
      expect([data.view_count, data.like_count, data.favorite_count]).toEqual([before.view_count + 1, 1, 1])
      expect((await get(node, '/api/articles')).body.data.list[0].view_count).toBe(before.view_count + 1)
      expect((await get(node, '/api/articles?sort=view_count')).body.data.list[0].view_count).toBe(
        before.view_count + 1,
      )
    }
  })

  test('the current order by views', async () => {
    const { data } = await site.admin.post('/api/articles', {
      title: 'Soon first',
      content: '<p>Seen.</p>',
      category_id: site.defaultCategoryId,
      status: 1,
    })
    await everywhere('/api/articles?sort=view_count')
    for (let view = 0; view < 5; view++) await reader.post(`/api/articles/${data.id}/view`)
    for (const node of nodes)
      expect((await get(node, '/api/articles?sort=view_count')).body.data.list[0].id).toBe(data.id)
  })

  test('a new name of its category, its tag and its author', async () => {
    const author = await service.newUser('editor', site.id)
    const category = (await site.admin.post('/api/categories', { name: 'Old category' })).data
    const tag = (await site.admin.post('/api/tags', { name: 'Old tag' })).data
    const { data } = await author.post('/api/articles', {
      title: 'Names',
      content: '<p>Named.</p>',
      category_id: category.id,
      tag_ids: [tag.id],
      status: 1,
    })
    const path = `/api/articles/${data.id}`
    await everywhere(path)
    await site.admin.put(`/api/categories/${category.id}`, { name: 'New category' })
    await site.admin.put(`/api/tags/${tag.id}`, { name: 'New tag' })
    await author.put('/api/auth/me', { nickname: 'New nickname' })
    for (const node of nodes) {
      const { body } = await get(node, path)
      expect([body.data.category.name, body.data.tags[0].name, body.data.author.nickname]).toEqual([
        'New category',
        'New tag',
        'New nickname',
      ])
    }
  })

  test('that it was deleted, and restored', async () => {
    const { data } = await site.admin.post('/api/articles', {
      title: 'To and fro',
      content: '<p>Here.</p>',
      category_id: site.defaultCategoryId,
      status: 1,
    })
    const path = `/api/articles/${data.id}`
    const total = async (node: string) => (await get(node, '/api/articles')).body.data.total
    const before = await total(here)
    await everywhere(path)
    await site.admin.delete(path)
    for (const node of nodes)
      expect([(await get(node, path)).status, await total(node)]).toEqual([404, before - 1])
    await site.admin.post(`/api/recycle-bin/article/${data.id}/restore`)
    for (const node of nodes)
      expect([(await get(node, path)).status, await total(node)]).toEqual([200, before])
  })

  test('that a setting, a role or a session has changed', async () => {
    const anonymous = async (node: string) =>
      (await fetch(`${node}/api/articles/${articleId}`, { headers: { 'x-site': String(site.id) } })).status
    expect([await anonymous(here), await anonymous(there)]).toEqual([401, 401])
    await site.admin.put('/api/settings', { public_read: 1 })
    for (let time = 0; time < 2; time++)
      expect([await anonymous(here), await anonymous(there)]).toEqual([200, 200])
    await site.admin.put('/api/settings', { public_read: 0 })
    expect([await anonymous(here), await anonymous(there)]).toEqual([401, 401])

    const user = await service.newUser('auditor', site.id)
    const path = '/api/articles?status=0'
    const totals = async () => (await everywhere(path, user.token)).map(({ body }) => body.data.total > 0)
    expect(await totals()).toEqual([true, true])
    await site.admin.put(`/api/users/${user.id}`, { role: 'member' })
    for (const node of nodes) expect((await get(node, path, user.token)).body.data.total).toBe(0)
    await everywhere(path, user.token)
    await site.admin.put(`/api/users/${user.id}`, { status: 0 })
    for (const node of nodes) expect((await get(node, path, user.token)).status).toBe(401)
  })
})

test('cached responses are counted by the rate limit, once each', async () => {
  const limited = await startTestService({ RATE_LIMIT_USER: '6' })
  const address = await limited.app.listen({ port: 0, host: '127.0.0.1' })
  const { token } = await limited.newUser('member')
  const ask = async () => {
    const { status, headers } = await fetch(`${address}/api/articles`, {
      headers: { authorization: `Bearer ${token}` },
    })
    return [status, headers.get('x-ratelimit-remaining'), headers.has('retry-after')]
  }
  const answers = []
  for (let request = 0; request < 8; request++) answers.push(await ask())
  expect(answers).toEqual([
    ...[5, 4, 3, 2, 1, 0].map((remaining) => [200, String(remaining), false]),
    [429, '0', true],
    [429, '0', true],
  ])
})

test('unknown parameters and other hosts share one cached response, and errors are not cached', async () => {
  const path = '/api/articles?page=1'
  await get(here, path)
  const before = service.engine.statementCount()
  const bytes = process.memoryUsage().rss
  for (let index = 0; index < 300; index++) {
    await get(here, `${path}&nothing=${index}${'x'.repeat(3_000)}`)
    await service.app.inject({
      url: path,
      headers: {
        authorization: `Bearer ${reader.token}`,
        'x-site': String(site.id),
        host: `host-${index}.example`,
      },
    })
  }
  // Six hundred requests; background work sends a few queries as well.
  expect(service.engine.statementCount() - before).toBeLessThan(300)
  expect(process.memoryUsage().rss - bytes).toBeLessThan(50 * 1024 * 1024)
  const unknown = () => get(here, '/api/articles/999999999')
  await unknown()
  const counted = service.engine.statementCount()
  expect((await unknown()).status).toBe(404)
  expect(service.engine.statementCount()).toBeGreaterThan(counted)
})

test('an edit, a view and a login do not invalidate responses of other articles', async () => {
  const others = await Promise.all(
    ['One', 'Two'].map((title) =>
      site.admin.post('/api/articles', {
        title,
        content: '<p>Text.</p>',
        category_id: site.defaultCategoryId,
        status: 1,
      }),
    ),
  )
  const [edited, kept] = others.map(({ data }) => `/api/articles/${data.id}`)
  await get(here, kept ?? '')
  await site.admin.put(edited ?? '', { title: 'Edited' })
  await reader.post(`${edited}/view`)
  await service.newUser('member', site.id)
  const before = service.engine.statementCount()
  for (let time = 0; time < 20; time++) await get(here, kept ?? '')
  expect(service.engine.statementCount() - before).toBeLessThan(20)
})
