import { describe, expect, test } from 'vitest'
import { startTestService } from '../../test/harness.ts'

const service = await startTestService()
const admin = await service.newUser('admin')

/** Everything that can be created on a site, except for files. */
const creations = (site: { defaultCategoryId: number }): [string, object][] => [
  ['/api/articles', { title: 'A', content: 'x', category_id: site.defaultCategoryId }],
  ['/api/pages', { title: 'P', content: 'x' }],
  ['/api/tags', { name: 'T' }],
  ['/api/categories', { name: 'C' }],
  ['/api/articles/batch', { articles: [{ title: 'B', content: 'x', category_id: site.defaultCategoryId }] }],
  ['/api/webhooks', { url: 'https://example.com/hook', events: ['*'] }],
  ['/api/sensitive-words', { word: 'word' }],
  ['/api/ip-blacklist', { ip: '203.0.113.9', duration: '7d', reason: 'x' }],
  ['/api/saved-views', { name: 'V', query: 'status=0' }],
]

describe('a site', () => {
  test('is created with an alias from its name and its own category', async () => {
    const { status, data } = await admin.post('/api/sites', { name: '每日新闻' })
    expect(status).toBe(201)
    expect(data).toMatchObject({ name: '每日新闻', alias: 'mei-ri-xin-wen', domains: [], enabled: 1 })
    const again = await admin.post('/api/sites', { name: '每日新闻' })
    expect(again.data.alias).toBe('mei-ri-xin-wen-2')
    expect(again.data.default_category_id).not.toBe(data.default_category_id)
  })

  test('created together with others of the same name gets its own alias; a given alias is used once', async () => {
    const same = await Promise.all(
      Array.from({ length: 6 }, () => admin.post('/api/sites', { name: 'Race' })),
    )
    expect(same.map(({ status }) => status)).toEqual(Array(6).fill(201))
    expect(new Set(same.map(({ data }) => data.alias)).size).toBe(6)
    const asked = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        admin.post('/api/sites', { name: `R${index}`, alias: 'asked' }),
      ),
    )
    expect(asked.map(({ status }) => status).sort()).toEqual([201, ...Array(5).fill(422)])
  })

  test('with the domain of another site is rejected, and nothing of it is stored', async () => {
    await admin.post('/api/sites', { name: 'Owner', domains: ['owned.example.com'] })
    const { status, errors } = await admin.post('/api/sites', {
      name: 'Thief',
      domains: ['OWNED.example.com'],
    })
    expect([status, Object.keys(errors)]).toEqual([422, ['domains']])
    const { data } = await admin.get('/api/sites?page_size=100')
    expect(data.list.some(({ name }: { name: string }) => name === 'Thief')).toBe(false)
  })

  test('is found by header, query and host, and is 404 if unknown or disabled', async () => {
    const { data: site } = await admin.post('/api/sites', {
      name: 'Found',
      alias: 'found',
      domains: ['found.example.com'],
    })
    const anonymous = service.client()
    const registrations = async (headers: Record<string, string>, query = '') =>
      (await anonymous.post(`/api/auth/register${query}`, { username: 'x' }, headers)).status
    await admin.put('/api/settings', { registration: 0 }, { 'x-site': 'found' })
    const complete = { username: 'somebody', password: 'long enough', email: 'somebody@example.com' }
    for (const [headers, query] of [
      [{ 'x-site': 'found' }, ''],
      [{ 'x-site': String(site.id) }, ''],
      [{}, `?site_id=${site.id}`],
      [{ host: 'FOUND.example.com:8080' }, ''],
      [{ host: 'found.example.com.' }, ''],
      [{ host: 'Found.example.com.:8080' }, ''],
    ] as const)
      expect((await anonymous.post(`/api/auth/register${query}`, complete, headers)).status).toBe(403)
    expect(await registrations({ 'x-site': 'nowhere' })).toBe(404)
    await admin.put(`/api/sites/${site.id}`, { enabled: 0 })
    expect(await registrations({ 'x-site': 'found' })).toBe(404)
  })

  test('is deleted, or has the new content, if both happen at once', async () => {
    for (let round = 0; round < 6; round++) {
      const site = await service.newSite()
      const requests = creations(site).map(
        ([path, body]) =>
          () =>
            site.admin.post(path, body),
      )
      const deletion = () => admin.delete(`/api/sites/${site.id}`)
      requests.splice(round, 0, deletion)
      const answers = await Promise.all(requests.map((send) => send()))
      expect(answers.filter(({ status }) => status >= 500).map(({ text }) => text)).toEqual([])
      const [deleted] = answers.splice(round, 1)
      expect([200, 422]).toContain(deleted?.status)
      const isThere = (await admin.get(`/api/sites/${site.id}`)).status === 200
      expect(isThere).toBe(deleted?.status === 422)
      for (const { status, body } of answers.slice(0, 4))
        if (isThere) expect(status).toBe(201)
        else expect(['site-not-found', 'invalid']).toContain(body.error)
    }
  })

  test('takes a domain in any script, and is found by it', async () => {
    const { status, data } = await admin.post('/api/sites', {
      name: 'IDN',
      domains: ['例子.公司', 'Bücher.example:8080'],
    })
    expect([status, data.domains]).toEqual([201, ['xn--bcher-kva.example:8080', 'xn--fsqu00a.xn--55qx5d']])
    const found = await service.client().get('/api/site', { host: 'xn--fsqu00a.xn--55qx5d' })
    expect(found.data.name).toBe('IDN')
  })

  const refusals = [
    ['the name is blank', { name: '  ' }, 'name'],
    ['the alias is digits alone', { name: 'x', alias: '12' }, 'alias'],
    ['the alias has a space', { name: 'x', alias: 'a b' }, 'alias'],
    ['the alias is taken', { name: 'x', alias: 'default' }, 'alias'],
    ['a domain is none', { name: 'x', domains: ['http://a'] }, 'domains'],
    ['a domain is too long as it is sent', { name: 'x', domains: ['字'.repeat(253)] }, 'domains'],
    ['the domains are no list', { name: 'x', domains: 'a.example.com' }, 'domains'],
    ['enabled is a word', { name: 'x', enabled: 'yes' }, 'enabled'],
  ] as const
  for (const [when, body, field] of refusals)
    test(`is rejected with 422 on ${field} when ${when}`, async () => {
      const { status, errors } = await admin.post('/api/sites', body)
      expect(status).toBe(422)
      expect(Object.keys(errors)).toEqual([field])
    })

  test('with content, or the first one, cannot be deleted', async () => {
    const { data: empty } = await admin.post('/api/sites', { name: 'Empty' })
    const there = { 'x-site': String(empty.id) }
    await admin.put(`/api/categories/${empty.default_category_id}`, { alias: 'renamed' }, there)
    const formerAliases = () =>
      service.engine.db.selectFrom('former_aliases').selectAll().where('site_id', '=', empty.id).execute()
    expect(await formerAliases()).toHaveLength(1)
    expect((await admin.delete(`/api/sites/${empty.id}`)).status).toBe(200)
    expect((await admin.get(`/api/sites/${empty.id}`)).status).toBe(404)
    expect(await formerAliases()).toEqual([])
    expect((await admin.delete('/api/sites/1')).status).toBe(422)
    expect((await admin.put('/api/sites/1', { enabled: 0 })).errors).toHaveProperty('enabled')
  })

  test('saved by two users from the same state: the second gets 412 and loses nothing', async () => {
    const { data: site } = await admin.post('/api/sites', { name: 'Twice' })
    const { etag } = (await admin.get(`/api/sites/${site.id}`)).headers
    const save = (name: string) => admin.put(`/api/sites/${site.id}`, { name }, { 'if-match': String(etag) })
    const statuses = (await Promise.all([save('One'), save('Two')])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 412])
  })
})
