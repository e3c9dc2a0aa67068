import { type TokenScope, tokenScopes } from '@inkstone/contract/permissions.ts'
import { describe, expect, test } from 'vitest'
import { startTestService, type TestUser } from '../../test/harness.ts'

const service = await startTestService()
const site = await service.newSite()

interface TokenBody {
  readonly scope: TokenScope
  readonly [field: string]: unknown
}

async function tokenOf(owner: TestUser, wanted: TokenBody, siteId: number | 'none' = site.id) {
  const { data, status } = await owner.post('/api/tokens', { name: 'program', ...wanted })
  expect(status).toBe(201)
  const client = service.client({ token: data.token, ...(siteId !== 'none' && { siteId }) })
  return { ...client, id: data.id as number, token: data.token as string, made: data }
}

const article = (fields: object = {}) => ({
  title: 'A title',
  content: '<p>text</p>',
  category_id: site.defaultCategoryId,
  ...fields,
})

async function newArticle(author: TestUser, fields: object = {}): Promise<number> {
  const { data } = await author.post('/api/articles', article(fields))
  return data.id
}

describe('the scopes, for every endpoint', () => {
  interface Endpoint {
    readonly method: string
    readonly path: string
    readonly scopes: readonly string[]
    readonly permission: string
    readonly ignoresToken: boolean
  }
  const allEndpoints: Endpoint[] = Object.entries(service.document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      scopes: operation['x-token-scopes'],
      permission: operation['x-permission'].name,
      ignoresToken: operation.security.length === 0,
    })),
  )
  const CONTENT =
    /^GET \/api\/(articles|articles\/\{id\}|articles\/by-alias\/\{alias\}|articles\/search(\/suggest)?|articles\/\{id\}\/(related|comments)|(categories|tags|pages|authors)(\/\{\w+\})?|pages\/\{alias\}\/comments|tags\/hot|site|changes)$/

  const REASONS = new Set(['token-scope', 'token-read-only', 'session-required'])

  test('a content token may call exactly the endpoints that read published content', () => {
    const declared = allEndpoints.filter(({ scopes }) => scopes.includes('content'))
    expect(declared.length).toBeGreaterThan(12)
    expect(
      declared.map(({ method, path }) => `${method} ${path}`).filter((call) => !CONTENT.test(call)),
    ).toEqual([])
  })

  const ADMINISTRATION = new Set([
    'audit-log.read',
    'backups.manage',
    'imports.manage',
    'jobs.read',
    'settings.manage',
    'site-roles.manage',
    'sites.manage',
    'users.manage',
    'webhooks.manage',
  ])

  test('a draft token may read everything that a read token may, except for administration', async () => {
    const owner = await site.user('auditor')
    const [reads, drafts] = [
      await tokenOf(owner, { scope: 'read' }),
      await tokenOf(owner, { scope: 'draft' }),
    ]
    for (const { method, path, scopes, permission } of allEndpoints) {
      if (method !== 'GET') continue
      const open = scopes.includes('read') && !ADMINISTRATION.has(permission)
      expect([path, scopes.includes('draft')]).toEqual([path, open])
      if (!open) continue
      const url = path.replace(/\{\w+\}/g, '0')
      expect([path, (await drafts.get(url)).status]).toEqual([path, (await reads.get(url)).status])
    }
  })

  for (const scope of tokenScopes)
    test(`a ${scope} token of an administrator is allowed exactly where the document says so`, async () => {
      const owner = await site.user('admin')
      const client = await tokenOf(owner, { scope })
      const complaints: string[] = []
      for (const { method, path, scopes, ignoresToken } of allEndpoints) {
        if (ignoresToken) continue
        const url = path.replace(/\{\w+\}/g, '0')
        const { status, body } =
          method === 'GET' ? await client.get(url) : await client.send(method as 'POST', url, '{')
        const refused = status === 403
        const isWrong = refused === scopes.includes(scope) || (refused && !REASONS.has(body.error ?? ''))
        if (isWrong) complaints.push(`${method} ${path} is ${status} ${body.error}`)
      }
      expect(complaints).toEqual([])
    })

  test('no token may change tokens, passwords, factors or sessions', () => {
    const guarded =
      /^(POST|PUT|DELETE) \/api\/(tokens(\/\{id\})?|auth\/(password|refresh|logout|second-factor.*|sessions.*|passkeys.*))$/
    const open = allEndpoints
      .filter(({ method, path, ignoresToken }) => guarded.test(`${method} ${path}`) && !ignoresToken)
      .filter(({ scopes }) => scopes.length > 0)
    expect(open.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  })
})

describe('a refusal says token-scope if the scope of the token is the reason', async () => {
  const [admin, editor, member] = [
    await site.user('admin'),
    await site.user('editor'),
    await site.user('member'),
  ]
  const [ofAdmin, ofEditor, ofMember] = [
    await tokenOf(admin, { scope: 'draft' }),
    await tokenOf(editor, { scope: 'draft' }),
    await tokenOf(member, { scope: 'draft' }),
  ]
  const content = await tokenOf(admin, { scope: 'content' })
  const [draft, published, others] = [
    await newArticle(editor),
    await newArticle(editor, { status: 1 }),
    await newArticle(admin, { status: 1 }),
  ]
  type Answer = ReturnType<typeof content.get>
  const cases: readonly (readonly [string, () => Answer, string])[] = [
    ['create published', () => ofEditor.post('/api/articles', article({ status: 1 })), 'token-scope'],
    ['create archived', () => ofEditor.post('/api/articles', article({ status: 3 })), 'token-scope'],
    ['publish', () => ofEditor.put(`/api/articles/${draft}`, { status: 1 }), 'token-scope'],
    ['archive', () => ofEditor.patch(`/api/articles/${draft}`, { status: 3 }), 'token-scope'],
    ['unpublish', () => ofEditor.put(`/api/articles/${published}`, { status: 0 }), 'token-scope'],
    ['delete what is published', () => ofEditor.delete(`/api/articles/${published}`), 'token-scope'],
    [
      'change the author',
      () => ofAdmin.put(`/api/articles/${draft}`, { author_id: admin.id }),
      'token-scope',
    ],
    [
      'the same of an editor',
      () => ofEditor.put(`/api/articles/${draft}`, { author_id: admin.id }),
      'forbidden',
    ],
    ['edit what others wrote', () => ofEditor.put(`/api/articles/${others}`, { title: 'x' }), 'forbidden'],
    ['delete what others wrote', () => ofEditor.delete(`/api/articles/${others}`), 'forbidden'],
    ['a tag', () => ofAdmin.put('/api/tags/1', { name: 'x' }), 'token-scope'],
    ['a page', () => ofAdmin.post('/api/pages', { title: 'x' }), 'token-scope'],
    ['a draft of a page', () => ofAdmin.put('/api/pages/x/draft', { title: 'x' }), 'token-scope'],
    ['a comment', () => ofAdmin.post('/api/comments', { content: 'x' }), 'token-scope'],
    ['all tags, of a member', () => ofMember.get('/api/tags?all=1'), 'forbidden'],
    ['all categories', () => content.get('/api/categories?all=1'), 'token-scope'],
    ['all pages', () => content.get('/api/pages?all=1'), 'token-scope'],
    ['settings', () => ofAdmin.get('/api/settings'), 'token-scope'],
    ['settings, of a member', () => ofMember.get('/api/settings'), 'forbidden'],
    ['a category', () => ofAdmin.post('/api/categories', { name: 'x' }), 'token-scope'],
    ['articles by a content token', () => content.post('/api/articles', article()), 'token-scope'],
    ['another token', () => ofAdmin.post('/api/tokens', { name: 'x' }), 'session-required'],
  ]
  for (const [name, call, expected] of cases)
    test(`${name}: ${expected}`, async () => {
      const { status, body } = await call()
      expect([status, body.error]).toEqual([403, expected])
    })

  test('in a batch by its text', async () => {
    const { data } = await ofEditor.delete('/api/articles/batch', { ids: [published] })
    expect(data.errors[published]).toEqual({ id: ['The scope of this API token does not allow this.'] })
  })

  test('an e-mail address is changed in a session only', async () => {
    const token = await tokenOf(member, { scope: 'write' })
    const { status, body } = await token.put('/api/auth/me', { email: 'other@example.com' })
    expect([status, body.error]).toEqual([403, 'session-required'])
  })
})

describe('a content token', () => {
  test('reads published content, even on a private site, whatever the role of its user', async () => {
    const owner = await site.user('admin')
    const published = await newArticle(owner, { status: 1 })
    const draft = await newArticle(owner)
    const token = await tokenOf(owner, { scope: 'content' })
    expect((await site.anonymous.get('/api/articles')).status).toBe(401)
    const { status, data } = await token.get('/api/articles')
    const ids = data.list.map(({ id }: { id: number }) => id)
    expect([status, ids.includes(published), ids.includes(draft)]).toEqual([200, true, false])
    expect((await token.get(`/api/articles/${published}`)).status).toBe(200)
    expect((await token.get(`/api/articles/${draft}`)).status).toBe(404)
    expect((await token.get('/api/articles?status=0')).data?.total ?? 0).toBe(0)
    await owner.post('/api/pages', { title: 'Hidden', alias: 'hidden', content: 'x', enabled: 0 })
    expect((await token.get('/api/pages/hidden')).status).toBe(404)
    expect((await owner.get('/api/pages/hidden')).status).toBe(200)
  })

  test('acts as anonymous: no profile, no favorites and no messages', async () => {
    const token = await tokenOf(await site.user('member'), { scope: 'content' })
    for (const path of ['/api/auth/me', '/api/users/me/favorites', '/api/messages', '/api/tokens'])
      expect([path, (await token.get(path)).status]).toEqual([path, 403])
    expect((await token.post('/api/articles', article())).status).toBe(403)
  })

  test('of a disabled user is 403', async () => {
    const owner = await site.user('editor')
    const token = await tokenOf(owner, { scope: 'content' })
    expect((await token.get('/api/tags')).status).toBe(200)
    await site.admin.put(`/api/users/${owner.id}`, { status: 0 })
    expect((await token.get('/api/tags')).body).toMatchObject({ code: 403, error: 'user-disabled' })
  })
})

describe('a draft token', () => {
  for (const role of ['editor', 'auditor', 'admin'] as const)
    test(`of an ${role} writes drafts, submits, uploads and creates tags, and never publishes`, async () => {
      const owner = await site.user(role)
      const token = await tokenOf(owner, { scope: 'draft' })
      const { status, data } = await token.post('/api/articles', article())
      expect(status).toBe(201)
      expect((await token.put(`/api/articles/${data.id}`, { title: 'Better' })).status).toBe(200)
      expect((await token.post('/api/tags', { name: `by ${role}` })).status).toBe(201)
      expect((await token.post('/api/articles', article({ status: 1 }))).status).toBe(403)
      expect((await token.put(`/api/articles/${data.id}`, { status: 1 })).status).toBe(403)
      for (const verb of ['publish', 'unpublish', 'archive', 'audit'])
        expect([verb, (await token.post(`/api/articles/${data.id}/${verb}`, { status: 1 })).status]).toEqual([
          verb,
          403,
        ])
      expect((await token.put(`/api/articles/${data.id}`, { status: 3 })).status).toBe(403)
      const { can } = (await token.get(`/api/articles/${data.id}`)).data
      expect(can).toEqual({ edit: 1, publish: 0, submit: 1, audit: 0, archive: 0, delete: 1 })
      expect((await token.post(`/api/articles/${data.id}/submit`)).status).toBe(200)
      expect((await owner.get(`/api/articles/${data.id}`)).data.status).toBe(2)
    })

  test('only suggests a publish time: nothing is scheduled', async () => {
    const owner = await site.user('admin')
    const token = await tokenOf(owner, { scope: 'draft' })
    const { status, data } = await token.post('/api/articles', article({ publish_time: '2999-01-01' }))
    expect(status).toBe(201)
    const row = await service.engine.db
      .selectFrom('articles')
      .select(['status', 'scheduled_at'])
      .where('id', '=', data.id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ status: 0, scheduled_at: null })
  })

  test('deletes its own drafts, but nothing published or written by others, and purges nothing', async () => {
    const owner = await site.user('admin')
    const token = await tokenOf(owner, { scope: 'draft' })
    const [own, published, others] = [
      await newArticle(owner),
      await newArticle(owner, { status: 1 }),
      await newArticle(await site.user('editor')),
    ]
    expect((await token.delete(`/api/articles/${own}`)).status).toBe(200)
    expect((await token.delete(`/api/articles/${published}`)).status).toBe(403)
    expect((await token.delete(`/api/articles/${others}`)).status).toBe(403)
    expect((await token.delete(`/api/recycle-bin/article/${own}`)).status).toBe(403)
    expect((await token.delete('/api/recycle-bin')).status).toBe(403)
    const { data } = await token.delete('/api/articles/batch', { ids: [published, others] })
    expect(data).toMatchObject({ success_count: 0, failed_count: 2 })
  })

  test('changes nothing that is public', async () => {
    const owner = await site.user('admin')
    const token = await tokenOf(owner, { scope: 'draft' })
    const id = await newArticle(owner, { status: 1, title: 'As published' })
    await token.put(`/api/articles/${id}`, { title: 'Rewritten', is_top: 1 })
    await token.put(`/api/articles/${id}`, { status: 0 })
    await token.put(`/api/articles/${id}`, { status: 3 })
    await token.put('/api/articles/batch', { ids: [id], data: { is_top: 1, status: 0 } })
    expect((await token.put(`/api/articles/${id}/working-copy`, { title: 'Rewritten' })).status).toBe(200)
    expect((await token.post(`/api/articles/${id}/working-copy/publish`)).status).toBe(403)
    await token.post(`/api/articles/${id}/submit`)
    const reader = await site.user('member')
    expect((await reader.get(`/api/articles/${id}`)).data).toMatchObject({
      title: 'As published',
      status: 1,
      is_top: 0,
    })
  })

  test('lists its permissions in me', async () => {
    const token = await tokenOf(await site.user('admin'), { scope: 'draft' })
    const { permissions } = (await token.get('/api/auth/me')).data
    expect(permissions).toContain('articles.create')
    for (const permission of ['articles.publish.own', 'articles.publish.any', 'settings.manage'])
      expect(permissions).not.toContain(permission)
  })
})

describe('the sites of a token', async () => {
  const other = await service.newSite()
  const owner = await site.user('admin')

  test('other sites are 403; a single one is used by requests that name none', async () => {
    const token = await tokenOf(owner, { scope: 'read', sites: [site.id] }, 'none')
    expect(token.made.sites).toEqual([site.id])
    expect((await token.get('/api/categories')).data[0].id).toBe(site.defaultCategoryId)
    const elsewhere = service.client({ token: token.token, siteId: other.id })
    const { status, body } = await elsewhere.get('/api/categories')
    expect([status, body.message]).toEqual([403, 'This API token is not valid for this site.'])
    expect((await service.client({ token: token.token, siteId: 1 }).get('/api/tags')).status).toBe(403)
  })

  test('limit it to those sites: of an administrator it cannot administer the service or another site', async () => {
    const { made: _, ...token } = await tokenOf(owner, { scope: 'write', sites: [site.id] }, 'none')
    const person = await service.newUser('member')
    const refused = [
      await token.get('/api/users'),
      await token.put(`/api/users/${person.id}`, { role: 'admin' }),
      await token.delete(`/api/users/${person.id}`),
      await token.get('/api/sites'),
      await token.put('/api/sites/1', { name: 'Renamed' }),
      await token.post('/api/sites', { name: 'One more' }),
      await token.put(`/api/users/${person.id}/sites`, [{ site_id: other.id, role: 'admin' }]),
      await token.get('/api/backups'),
      await token.get('/api/audit-log'),
      await token.get('/api/jobs'),
      await token.get('/api/tokens?user_id=0'),
    ]
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403))
    expect((await token.put('/api/settings', { site_description: 'Its own' })).status).toBe(200)
    const row = [{ site_id: site.id, role: 'editor' }]
    expect((await token.put(`/api/users/${person.id}/sites`, row)).data).toEqual(row)
    const all = await tokenOf(owner, { scope: 'write' }, 'none')
    expect((await all.get('/api/users')).status).toBe(200)
  })

  test('with several, a request that names none uses site 1', async () => {
    const token = await tokenOf(owner, { scope: 'read', sites: [other.id, site.id, site.id] }, 'none')
    expect(token.made.sites).toEqual([site.id, other.id].sort((a, b) => a - b))
    expect((await token.get('/api/tags')).status).toBe(403)
    for (const { id } of [site, other])
      expect((await service.client({ token: token.token, siteId: id }).get('/api/tags')).status).toBe(200)
  })

  test('the Host of a site counts as naming it', async () => {
    await owner.put(`/api/sites/${other.id}`, { domains: ['scopes.example'] })
    const token = await tokenOf(owner, { scope: 'content', sites: [site.id] }, 'none')
    expect((await token.get('/api/tags', { host: 'scopes.example' })).status).toBe(403)
  })

  test('a deleted site does not turn it into a token for all sites', async () => {
    const gone = await service.newSite()
    const token = await tokenOf(owner, { scope: 'read', sites: [gone.id] }, 'none')
    await owner.delete(`/api/sites/${gone.id}`)
    expect((await token.get('/api/tags')).status).toBe(404)
    expect((await service.client({ token: token.token, siteId: 1 }).get('/api/tags')).status).toBe(403)
  })
})

describe('the limit of a token', () => {
  test('is 3000 for content, otherwise that of the user; only administrators can set more than 3000', async () => {
    const member = await site.user('member')
    expect((await tokenOf(member, { scope: 'content' })).made.rate_limit).toBe(3000)
    expect((await tokenOf(member, { scope: 'write' })).made.rate_limit).toBeNull()
    expect((await tokenOf(member, { scope: 'read', rate_limit: 3000 })).made.rate_limit).toBe(3000)
    const { status } = await member.post('/api/tokens', { name: 'fast', rate_limit: 3001 })
    expect(status).toBe(403)
    expect(
      (await tokenOf(await site.user('admin'), { scope: 'read', rate_limit: 60_000 })).made.rate_limit,
    ).toBe(60_000)
  })

  test('applies even if users have no limit, to each token separately', async () => {
    const owner = await site.user('member')
    const [one, two] = [
      await tokenOf(owner, { scope: 'read', rate_limit: 2 }),
      await tokenOf(owner, { scope: 'read', rate_limit: 2 }),
    ]
    const statuses = [await one.get('/api/tags'), await one.get('/api/tags'), await one.get('/api/tags')]
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 429])
    expect(statuses[0]?.headers['x-ratelimit-limit']).toBe('2')
    expect((await two.get('/api/tags')).status).toBe(200)
    expect((await owner.get('/api/tags')).headers['x-ratelimit-limit']).toBeUndefined()
  })
})

describe('the changes of a token', () => {
  test('are marked in the audit log and in the revisions, also after it was revoked', async () => {
    const owner = await site.user('admin')
    const token = await tokenOf(owner, { scope: 'draft', name: 'Agent' })
    const mark = { id: token.id, name: 'Agent' }
    const { data } = await token.post('/api/articles', article({ title: 'By the agent' }))
    await owner.put(`/api/articles/${data.id}`, { title: 'By a person' })
    await token.put(`/api/articles/${data.id}`, { title: 'By the agent again' })
    await owner.delete(`/api/tokens/${token.id}`)
    const log = (await owner.get(`/api/audit-log?target_type=article&target_id=${data.id}`)).data.list
    expect(log.map((entry: { token: unknown }) => entry.token)).toEqual([mark, null, mark])
    expect((await owner.get(`/api/audit-log?token_id=${token.id}`)).data.total).toBe(2)
    const revisions = (await owner.get(`/api/articles/${data.id}/revisions`)).data.list
    expect(revisions.map((one: { title: string; token: unknown }) => [one.title, one.token])).toEqual([
      ['By a person', null],
      ['By the agent', mark],
    ])
  })

  test('only one of many simultaneous first uses is recorded', async () => {
    const token = await tokenOf(await site.user('member'), { scope: 'read' })
    const before = await service.engine.db.selectFrom('api_token_uses').selectAll().execute()
    await Promise.all(Array.from({ length: 20 }, () => token.get('/api/tags')))
    const uses = () =>
      service.engine.db.selectFrom('api_token_uses').selectAll().where('token_id', '=', token.id).execute()
    await expect.poll(async () => (await uses()).length).toBe(1)
    expect(before.some(({ token_id }) => token_id === token.id)).toBe(false)
  })
})
