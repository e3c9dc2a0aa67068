import { beforeAll, expect, test } from 'vitest'
import { startTestService, type TestSite } from '../../test/harness.ts'
import { aliasUpkeep } from './alias-upkeep.actions.ts'

const service = await startTestService()
let site: TestSite
let tag: number

beforeAll(async () => {
  site = await service.newSite()
  tag = (await site.admin.post('/api/tags', { name: 'Shared' })).data.id
  const articles = Array.from({ length: 12 }, (_, number) => ({
    title: `Number ${number}`,
    content: `<p>The text of ${number}, with "quotes" and 汉字.</p>`,
    category_id: site.defaultCategoryId,
    tag_ids: [tag],
    seo_title: `SEO ${number}`,
    template: 'wide',
    status: number < 11 ? 1 : 0,
  }))
  expect((await site.admin.post('/api/articles/batch', { articles })).data.success_count).toBe(12)
})

const WITH_CONTENT = ['content', 'category_ids', 'seo_title', 'seo_keywords', 'seo_description', 'template']

test('a list can include texts, related articles, or both; otherwise it is the same', async () => {
  const plain = (await site.admin.get('/api/articles?page_size=100')).data
  for (const [include, fields] of [
    ['content', ['content']],
    ['related', ['related']],
    ['content,related', ['content', 'related']],
    ['related&include=content', ['content', 'related']],
  ] as const) {
    const { status, data } = await site.admin.get(`/api/articles?page_size=100&include=${include}`)
    expect(status).toBe(200)
    const { list, ...beside } = data
    expect({
      ...beside,
      list: list.map((item: Record<string, unknown>) =>
        Object.fromEntries(
          Object.entries(item).filter(
            ([name]) => !WITH_CONTENT.includes(name) && !['related', 'old_aliases'].includes(name),
          ),
        ),
      ),
    }).toEqual({
      ...plain,
    })
    for (const item of list) {
      expect(
        Object.keys(item)
          .filter((name) => name === 'content' || name === 'related')
          .sort(),
      ).toEqual(fields)
      const { data: whole } = await site.admin.get(`/api/articles/${item.id}`)
      if (item.content !== undefined)
        for (const name of WITH_CONTENT) expect(item[name], name).toEqual(whole[name])
      if (item.related)
        expect(item.related).toEqual((await site.admin.get(`/api/articles/${item.id}/related`)).data)
    }
  }
})

test('an article by id or alias can include the same as a list', async () => {
  const wanted = 'include=content,related,media'
  const [item] = (await site.admin.get(`/api/articles?page_size=1&${wanted}`)).data.list
  expect(item.related).toHaveLength(5)
  const { etag: _, author: __, ...shared } = item
  for (const path of [`/api/articles/${item.id}`, `/api/articles/by-alias/${item.alias}`]) {
    expect((await site.admin.get(`${path}?${wanted}`)).data).toMatchObject(shared)
    const alone = (await site.admin.get(path)).data
    expect(['related', 'old_aliases', 'media'].filter((name) => name in alone)).toEqual([])
  }
  // A change of a related article changes the response, also a cached one.
  const path = `/api/articles/${item.id}?include=related`
  await site.admin.get(path)
  await site.admin.put(`/api/articles/${item.related[0].id}`, { title: 'Related, renamed' })
  expect((await site.admin.get(path)).data.related[0].title).toBe('Related, renamed')
  await site.admin.put(`/api/articles/${item.related[0].id}`, { title: item.related[0].title })
  expect((await site.admin.get(`/api/articles/${item.id}?include=nothing`)).status).toBe(400)
})

test('members get published articles in pages, and the ETag stays until something changes', async () => {
  const member = await site.user('member')
  const url = '/api/articles?include=content,related&page=3&page_size=5'
  const first = await member.get(url)
  expect([first.data.list.length, first.data.total, first.data.total_pages]).toEqual([1, 11, 3])
  const etag = String(first.headers.etag)
  expect((await member.get(url, { 'if-none-match': etag })).status).toBe(304)
  await site.admin.put(`/api/articles/${first.data.list[0].id}`, { content: '<p>Other words.</p>' })
  const second = await member.get(url, { 'if-none-match': etag })
  expect([second.status, second.data.list[0].content]).toEqual([200, '<p>Other words.</p>'])
  expect((await site.anonymous.get(url)).status).toBe(401)
  expect((await member.get('/api/articles?include=content&page=99')).data.list).toEqual([])
})

test('articles include their former aliases with their texts, and the ETag changes with them', async () => {
  const { data } = await site.admin.post('/api/articles', {
    title: 'Moved',
    alias: 'at-first',
    content: '<p>x</p>',
    category_id: site.defaultCategoryId,
    status: 1,
  })
  const url = `/api/articles?ids=${data.id}&include=content`
  const before = await site.admin.get(url)
  expect(before.data.list[0].old_aliases).toEqual([])
  await site.admin.put(`/api/articles/${data.id}`, { alias: 'then' })
  const after = await site.admin.get(url, { 'if-none-match': String(before.headers.etag) })
  expect([after.status, after.data.list[0].old_aliases]).toEqual([200, ['at-first']])
  expect((await site.admin.get(`/api/articles?ids=${data.id}`)).data.list[0]).not.toHaveProperty(
    'old_aliases',
  )
  await site.admin.delete(`/api/articles/${data.id}`)
})

test('pages can include their texts too', async () => {
  await site.admin.post('/api/pages', { title: 'About', content: '<p>Who we are.</p>' })
  await site.admin.post('/api/pages', { title: 'Hidden', content: '<p>Not yet.</p>', enabled: 0 })
  const { data, headers } = await site.anonymous.get('/api/pages?include=content')
  expect(data).toMatchObject([{ alias: 'about', content: '<p>Who we are.</p>' }])
  expect(data[0]).toEqual((await site.anonymous.get('/api/pages/about')).data)
  const known = { 'if-none-match': String(headers.etag) }
  expect((await site.anonymous.get('/api/pages?include=content', known)).status).toBe(304)
  expect((await site.admin.get('/api/pages?include=content&all=1')).data).toHaveLength(2)
  expect((await site.anonymous.get('/api/pages')).data[0]).not.toHaveProperty('content')
})

for (const query of ['include=', 'include=everything', 'include=content,secret', 'include=__proto__'])
  test(`rejects ?${query} with 400`, async () => {
    for (const path of ['/api/articles', '/api/pages']) {
      const { status, errors } = await site.admin.get(`${path}?${query}`)
      expect([path, status, Object.keys(errors)]).toEqual([path, 400, ['include']])
    }
  })

test('after an upgrade articles get an alias from their title, and redirect from the previous one', async () => {
  const own = await service.newSite()
  const ids: number[] = []
  for (const status of [1, 1, 0]) {
    const article = { title: '春天', content: 'x', category_id: own.defaultCategoryId, status }
    ids.push((await own.admin.post('/api/articles', article)).data.id)
  }
  await service.engine.transact(async (tx) => {
    for (const id of ids)
      await tx
        .updateTable('articles')
        .set({ alias: `article-${id}`, alias_key: `article-${id}` })
        .where('id', '=', id)
        .execute()
  })
  const before = await own.admin.get(`/api/articles/${ids[0]}`)
  let after: number | undefined = 0
  while (after !== undefined) {
    const from: number = after
    after = await service.engine.transact((tx) => aliasUpkeep.portion(tx, from))
  }
  const aliases = []
  for (const id of ids) aliases.push((await own.admin.get(`/api/articles/${id}`)).data.alias)
  expect(aliases).toEqual(['chun-tian', 'chun-tian-2', 'chun-tian-3'])
  const moved = async (id: number | undefined) =>
    (await own.admin.get(`/api/articles/by-alias/article-${id}`)).headers.location
  expect(await moved(ids[0])).toBe('/api/articles/by-alias/chun-tian')
  expect(await moved(ids[2])).toBeUndefined()
  const saved = await own.admin.put(
    `/api/articles/${ids[0]}`,
    { title: 'x' },
    { 'if-match': String(before.headers.etag) },
  )
  expect(saved.status).toBe(200)
})
