import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, describe, expect, test } from 'vitest'
import { startTestService, type TestUser } from '../../test/harness.ts'
import { requestOf } from './requests.rules.ts'
import { argumentsOf, tools } from './tools.rules.ts'

const service = await startTestService()
const site = await service.newSite()
const owner = await site.user('admin')
const origin = await service.app.listen({ host: '127.0.0.1', port: 0 })
const clients: Client[] = []
afterAll(() => Promise.all(clients.map((client) => client.close())))

async function tokenOf(user: TestUser, fields: object = {}) {
  const { data } = await user.post('/api/tokens', { name: 'Agent', scope: 'draft', ...fields })
  return { id: data.id as number, token: data.token as string }
}

/** The official client, connected. */
async function agent(token: string) {
  const client = new Client({ name: 'test', version: '1' })
  const headers = { authorization: `Bearer ${token}`, 'x-site': String(site.id) }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit: { headers } }),
  )
  clients.push(client)
  return {
    list: async () => (await client.listTools()).tools,
    call: async (name: string, given: Record<string, unknown> = {}) => {
      const {
        isError = false,
        structuredContent,
        content,
      } = await client.callTool({ name, arguments: given })
      const [first] = content as { text: string }[]
      expect(JSON.parse(first?.text ?? '')).toEqual(structuredContent)
      // biome-ignore lint/suspicious/noExplicitAny: tests check the content themselves.
      return { isError, data: structuredContent as any }
    },
  }
}

const draft = (fields: object = {}) => ({
  title: 'By an agent',
  content: '# Hello\n\nSome **bold** words.',
  category_id: site.defaultCategoryId,
  ...fields,
})

const NAMES = [
  'site_info',
  'list_articles',
  'search_articles',
  'get_article',
  'create_draft',
  'update_draft',
  'update_working_copy',
  'submit_for_review',
  'preview_link',
  'publish_article',
  'schedule_article',
  'list_media',
  'upload_media',
  'list_categories',
  'list_tags',
  'create_tag',
  'list_comments',
  'decide_comment',
  'list_revisions',
  'restore_revision',
  'list_changes',
]

describe('an agent with a draft token', () => {
  test('lists the tools, each with a plain schema and hints', async () => {
    const { token } = await tokenOf(owner)
    const listed = await (await agent(token)).list()
    expect(listed.map(({ name }) => name)).toEqual(NAMES)
    const text = JSON.stringify(listed)
    for (const word of ['"trim"', '"atMost"', '"instant"', '"$ref"', '"$id"'])
      expect(text).not.toContain(word)
    const hints = Object.fromEntries(listed.map(({ name, annotations }) => [name, annotations]))
    expect(hints.get_article).toMatchObject({
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
    })
    expect(hints.create_draft).toMatchObject({
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: false,
    })
    expect(hints.update_draft).toMatchObject({
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: true,
    })
    expect(listed.find(({ name }) => name === 'restore_revision')?.inputSchema.required).toEqual(['id', 'n'])
    expect(listed.find(({ name }) => name === 'list_articles')?.inputSchema.required ?? []).toEqual([])
  })

  test('drafts, previews, changes, submits, may not publish, and is undone', async () => {
    const { id: tokenId, token } = await tokenOf(owner)
    const { call } = await agent(token)
    expect((await call('site_info')).data.name).toBeTypeOf('string')
    expect((await call('list_categories')).data.list[0].id).toBe(site.defaultCategoryId)

    const { data: made, isError } = await call('create_draft', draft())
    expect([isError, made.status, made.title]).toEqual([false, 0, 'By an agent'])
    const { id } = made
    const read = (await call('get_article', { id })).data
    expect(read.content).toBe('# Hello\n\nSome **bold** words.')
    expect((await owner.get(`/api/articles/${id}`)).data.content).toContain('<strong>bold</strong>')
    expect((await call('get_article', { alias: made.alias })).data.id).toBe(id)

    const preview = (await call('preview_link', { id })).data
    expect((await service.client().get(`/api/preview?token=${preview.token}`)).data.title).toBe('By an agent')

    const changed = await call('update_draft', { id, title: 'Again', if_match: read.etag })
    expect([changed.isError, changed.data.title]).toEqual([false, 'Again'])
    const late = await call('update_draft', { id, title: 'Too late', if_match: read.etag })
    expect([late.isError, late.data.error]).toEqual([true, 'stale'])
    const [revision] = (await call('list_revisions', { id })).data.list
    expect(revision.token).toMatchObject({ id: tokenId })
    expect((await call('restore_revision', { id, n: revision.number })).data.title).toBe('By an agent')

    for (const [name, given] of [
      ['publish_article', { id }],
      ['schedule_article', { id, publish_time: '2999-01-01' }],
    ] as const) {
      const { isError, data } = await call(name, given)
      expect([name, isError, data.error]).toEqual([name, true, 'token-scope'])
    }
    expect((await call('submit_for_review', { id })).data.status).toBe(2)
    const tag = (await call('create_tag', { name: 'Agents' })).data
    expect((await call('list_tags', { keyword: 'Agents' })).data.list[0].id).toBe(tag.id)
    expect((await call('list_articles', { status: 2, ids: [id] })).data.total).toBe(1)
    expect((await call('list_changes')).data.next).toBeTypeOf('string')

    const log = (await owner.get('/api/audit-log?page_size=100')).data.list
    expect(log.some((entry: { token: { id: number } | null }) => entry.token?.id === tokenId)).toBe(true)
    const { data: undone } = await owner.post(`/api/tokens/${tokenId}/undo`, { since: '2000-01-01' })
    expect(undone.left).toEqual([])
    expect((await owner.get(`/api/articles/${id}`)).status).toBe(404)
  })

  test('changes a published article only in its working copy, and cannot publish that', async () => {
    const { data: article } = await owner.post('/api/articles', draft({ status: 1, title: 'Public' }))
    const { call } = await agent((await tokenOf(owner)).token)
    const given = { id: article.id, title: 'Next', content: 'Next *text*' }
    const { data: copy } = await call('update_working_copy', given)
    expect([copy.title, copy.content]).toEqual(['Next', 'Next *text*'])
    const { data: retitled } = await call('update_working_copy', {
      id: article.id,
      title: 'Next',
      if_match: copy.etag,
    })
    expect(retitled.content).toBe('Next *text*')
    const { data: read } = await call('get_article', { id: article.id, of: 'working_copy' })
    expect(read.content).toBe('Next *text*')
    const again = { id: article.id, summary: 'Short', if_match: read.etag }
    expect((await call('update_working_copy', again)).isError).toBe(false)
    expect((await call('get_article', { id: article.id })).data.content).toContain('# Hello')
    expect((await call('update_draft', { id: article.id, summary: 'S' })).data.working_copy).toBe(1)
    expect((await owner.get(`/api/articles/${article.id}/working-copy`)).data.summary).toBe('S')
    expect((await owner.get(`/api/articles/${article.id}`)).data).toMatchObject({
      title: 'Public',
    })
    const { data } = await call('publish_article', { id: article.id, of: 'working_copy' })
    expect(data.error).toBe('token-scope')
  })

  test('uploads a file, once per key', async () => {
    const { call } = await agent((await tokenOf(owner)).token)
    const given = {
      filename: 'no"te\r\n.txt',
      data: Buffer.from('Some words.').toString('base64'),
      alt: '一些字',
      idempotency_key: 'upload-1',
    }
    const { data: first, isError } = await call('upload_media', given)
    expect([isError, first.mime_type, first.size, first.alt]).toEqual([false, 'text/plain', 11, '一些字'])
    expect((await call('upload_media', given)).data.id).toBe(first.id)
    expect((await call('list_media', { type: 'document' })).data.list[0].id).toBe(first.id)
  })
})

describe('an agent that may publish', () => {
  test('publishes, schedules, publishes a working copy, moderates comments', async () => {
    const { call } = await agent((await tokenOf(owner, { scope: 'write' })).token)
    const [one, two] = [
      (await call('create_draft', draft())).data.id,
      (await call('create_draft', draft())).data.id,
    ]
    expect((await call('publish_article', { id: one })).data.status).toBe(1)
    const time = '2999-01-01 00:00:00'
    for (const publish_time of [undefined, null, ''])
      expect((await call('schedule_article', { id: two, publish_time })).data).toMatchObject({
        error: 'invalid',
        errors: { publish_time: ['This is required.'] },
      })
    expect((await call('schedule_article', { id: two, publish_time: time })).data).toMatchObject({
      status: 0,
      scheduled_time: time,
    })
    await call('update_working_copy', { id: one, title: 'Replaced' })
    expect((await call('publish_article', { id: one, of: 'working_copy' })).isError).toBe(false)
    expect((await call('search_articles', { keyword: 'Replaced' })).data.list[0].id).toBe(one)
    const { data: comment } = await owner.post('/api/comments', {
      article_id: one,
      content: 'What a good read',
    })
    expect((await call('decide_comment', { id: comment.id, status: 3, reason: 'x' })).isError).toBe(false)
    expect((await call('list_comments', { status: 3 })).data.list[0].id).toBe(comment.id)
  })
})

describe('update_draft and create_draft with a token that may publish', () => {
  test('update_draft changes drafts, submitted and archived articles, but no published one', async () => {
    const { call } = await agent((await tokenOf(owner, { scope: 'write' })).token)
    for (const [status, isAllowed] of [
      [0, true],
      [1, false],
      [2, true],
      [3, true],
    ] as const) {
      const { data: article } = await owner.post('/api/articles', draft({ status, title: 'Before' }))
      const { isError, data } = await call('update_draft', { id: article.id, title: 'After' })
      expect([status, isError, data.error]).toEqual([
        status,
        !isAllowed,
        isAllowed ? undefined : 'article-published',
      ])
      if (!isAllowed) expect(data.message).toContain('update_working_copy')
      const { data: stored } = await owner.get(`/api/articles/${article.id}`)
      expect([status, stored.title, stored.working_copy]).toEqual([status, isAllowed ? 'After' : 'Before', 0])
    }
  })

  test.each([{ unpublished: 0 }, { unpublished: 1 }, { status: 1 }, { autosave: 1 }])(
    'update_draft does not take %j',
    async (given) => {
      const { data: article } = await owner.post('/api/articles', draft({ status: 1 }))
      const { call } = await agent((await tokenOf(owner, { scope: 'write' })).token)
      const { isError, data } = await call('update_draft', { id: article.id, title: 'After', ...given })
      expect([isError, Object.keys(data.errors)]).toEqual([true, Object.keys(given)])
    },
  )

  test.each([1, 3, 9, -1, 0.5, '0', '1', true, false, null, [1], [0], { status: 1 }])(
    'create_draft does not take the status %j',
    async (status) => {
      const { call } = await agent((await tokenOf(owner, { scope: 'write' })).token)
      const { isError, data } = await call('create_draft', draft({ status }))
      expect([isError, data.error, data.errors?.status]).toEqual([
        true,
        'invalid',
        ['This must be one of: 0, 2.'],
      ])
    },
  )

  test('publish_article and create_draft take only the values they list', async () => {
    const { call } = await agent((await tokenOf(owner, { scope: 'write' })).token)
    const { data: made } = await call('create_draft', draft({ status: 2 }))
    expect(made.status).toBe(2)
    const unknown = await call('publish_article', { id: made.id, of: 'workingcopy' })
    expect([unknown.isError, Object.keys(unknown.data.errors)]).toEqual([true, ['of']])
    const other = await call('create_draft', draft({ content_format: 'text' }))
    expect([other.isError, Object.keys(other.data.errors)]).toEqual([true, ['content_format']])
  })
})

describe('rejected requests', () => {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
  const post = (headers: Record<string, string>, body: unknown = message, query = '') =>
    fetch(`${origin}/mcp${query}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'x-site': String(site.id),
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })

  test.each([
    ['no token', {}],
    ['a token that is none', { authorization: 'Bearer nonsense' }],
    ['another scheme', { authorization: 'Basic YTpi' }],
  ] as [string, Record<string, string>][])('%s: 401', async (_, headers) => {
    const answer = await post(headers)
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  })

  test('a token in the URL is accepted as the header is', async () => {
    const { token } = await tokenOf(owner, { scope: 'read' })
    const call = (name: string, given: object) => ({
      ...message,
      method: 'tools/call',
      params: { name, arguments: given },
    })
    const ask = async (body: object, given = token) => {
      const answer = await post({}, JSON.stringify(body), `?token=${given}&site_id=${site.id}`)
      return { status: answer.status, text: await answer.text() }
    }
    expect((await ask(message)).text).toContain('list_articles')
    expect((await ask(call('list_articles', {}))).text).toContain('total_pages')
    expect((await ask(call('create_draft', draft()))).text).toContain('token-read-only')
    for (const wrong of ['', 'nonsense']) expect((await ask(message, wrong)).status).toBe(401)
  })

  test.each(['GET', 'PUT', 'DELETE'])('%s: 405', async (method) => {
    const answer = await fetch(`${origin}/mcp`, { method })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
  })

  test('an invalid message is 4xx', async () => {
    const { token } = await tokenOf(owner)
    const headers = { authorization: `Bearer ${token}` }
    const many = Array.from({ length: 21 }, () => message)
    for (const body of ['', '{', '[]', 'null', '1', '{}', '{"jsonrpc":"2.0","id":1}', many]) {
      const { status } = await post(headers, body)
      expect([body, Math.floor(status / 100)]).toEqual([body, 4])
    }
    const unknown = { ...message, method: 'tools/call', params: { name: 'drop_everything', arguments: {} } }
    expect(await (await post(headers, unknown)).text()).toContain('-32602')
  })

  test.each([
    ['get_article', {}, 'invalid', 'id'],
    ['get_article', { id: '../users' }, 'invalid', 'id'],
    ['get_article', { id: 'search' }, 'invalid', 'id'],
    ['get_article', { id: [1] }, 'invalid', 'id'],
    ['get_article', { alias: '..' }, 'invalid', 'alias'],
    ['get_article', { alias: { a: 1 } }, 'invalid', 'alias'],
    ['get_article', { id: 999_999_999 }, 'article-not-found', undefined],
    ['get_article', { of: 'working_copy', alias: 'by-an-agent' }, 'invalid', 'id'],
    ['get_article', { of: 'copy', id: 1 }, 'invalid', 'of'],
    ['get_article', { of: null, id: 1 }, 'invalid', 'of'],
    ['get_article', { of: 'working_copy', id: 999_999_999 }, 'article-not-found', undefined],
    ['get_article', { format: 'html', id: 1 }, 'invalid', 'format'],
    ['update_working_copy', { format: 'html', id: 1 }, 'invalid', 'format'],
    ['get_article', { alias: '../../users?x=' }, 'article-not-found', undefined],
    ['list_articles', { page: 'one' }, 'bad-request', 'page'],
    ['list_articles', { page_size: { a: 1 } }, 'bad-request', 'page_size'],
    ['search_articles', {}, 'bad-request', 'keyword'],
    ['create_draft', { title: 'No text' }, 'invalid', 'content'],
    ['create_draft', { title: 1, content: [], category_id: 'x' }, 'invalid', 'title'],
    ['create_draft', draft({ publish_time: '2030-01-01' }), 'invalid', 'publish_time'],
    ['create_draft', draft({ author_id: 1 }), 'invalid', 'author_id'],
    ['create_draft', draft({ idempotency_key: 'a\r\nx-site: 1' }), 'invalid', 'idempotency_key'],
    ['upload_media', { filename: 'a.txt', data: '%%%' }, 'invalid', 'data'],
    ['upload_media', { filename: 'a.txt' }, 'invalid', 'data'],
    ['upload_media', { filename: 'a.html', data: 'PHNjcmlwdD4AAQI=' }, 'invalid', 'data'],
    ['upload_media', { filename: 'a.txt', data: 'eA==', alt: 1 }, 'invalid', 'alt'],
    ['decide_comment', { id: 1, status: 9 }, 'token-scope', undefined],
  ] as [string, Record<string, unknown>, string, string | undefined][])(
    '%s %j gives the tool error %s',
    async (name, given, error, field) => {
      const { call } = await agent((await tokenOf(owner)).token)
      const { isError, data } = await call(name, given)
      expect([isError, data.error]).toEqual([true, error])
      if (field !== undefined) expect(Object.keys(data.errors)).toContain(field)
    },
  )

  test('status 1 publishes nothing through create_draft with a draft token', async () => {
    const { call } = await agent((await tokenOf(owner)).token)
    const { isError, data } = await call('create_draft', draft({ status: 1 }))
    expect(isError || data.status === 0).toBe(true)
  })

  test('each call counts once against the limit of the token', async () => {
    const { token } = await tokenOf(owner, { rate_limit: 6 })
    const { call } = await agent(token)
    const answers = []
    for (let turn = 0; turn < 7; turn += 1) answers.push((await call('site_info')).data)
    expect(answers[0].error).toBeUndefined()
    expect(answers.at(-1)).toMatchObject({ error: 'too-many-requests', retry_after: expect.any(Number) })
  })
})

test.each(tools)('the description of $name names only arguments that it takes', (tool) => {
  const { endpoint, description = endpoint.description ?? '' } = tool
  const ofOperation = [endpoint.params, endpoint.query, endpoint.body].flatMap((part) =>
    Object.keys(part?.properties ?? {}),
  )
  const named = [...description.matchAll(/`(\w+)/g)].map(([, name = '']) => name)
  const missing = named.filter((name) => ofOperation.includes(name) && !(name in argumentsOf(tool)))
  expect(missing).toEqual([])
})

test('every tool maps to an operation with its arguments', () => {
  expect(tools.map(({ name }) => name)).toEqual(NAMES)
  const request = requestOf(tools[1] as (typeof tools)[number], { ids: [1, 2], tag: '?&#' })
  expect(request.url).toBe('/api/articles?ids=1%2C2&tag=%3F%26%23')
})
